"""What pipelines use of torch.nn: modules whose call is their forward."""

import pkgutil

__path__ = pkgutil.extend_path(__path__, __name__)


class Module:
    """A module of a network."""

    def __init__(self):
        self.training = True

    def __call__(self, *arguments, **options):
        return self.forward(*arguments, **options)

    def eval(self):
        return self

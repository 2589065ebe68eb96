"""What the oracle tests share: the contracts on the import path, and one call that says how a contract answers."""

import os
import sys

sys.dont_write_bytecode = True

HERE = os.path.dirname(os.path.abspath(__file__))
CONTRACTS = os.path.join(HERE, "..", "..", "contracts")
if CONTRACTS not in sys.path:
    sys.path.insert(0, CONTRACTS)

from shardlint import SilentMistake, Tensor, UnknownValue, gpu, launches, library, parallel, world  # noqa: E402,F401


class Refused:
    """A requirement that failed: its rule, the exception's type and text (None where nothing is raised), place and facts."""

    def __init__(self, failure):
        self.rule = failure.rule
        self.exception = None if isinstance(failure, SilentMistake) else type(failure).__name__
        self.text = None if isinstance(failure, SilentMistake) else str(failure)
        self.at = failure.at
        self.facts = failure.facts

    def __repr__(self):
        return f"Refused({self.rule}: {self.exception}: {self.text})"


def refusal(function, *arguments, **keywords):
    """Calls a contract; returns the Refused requirement, or None if every requirement holds."""
    try:
        function(*arguments, **keywords)
    except Exception as failure:
        if not hasattr(failure, "rule"):
            raise
        return Refused(failure)
    return None

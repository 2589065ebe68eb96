"""What `argparse` makes of a command line.

Source: CPython 3.12, Lib/argparse.py. Sub-parsers and groups add to the parser they belong to: a name that only one
sub-command has is whatever that sub-command was given.
"""

import sys

from shardlint import command_line, unknown

SUPPRESS = "==SUPPRESS=="
OPTIONAL = "?"
ZERO_OR_MORE = "*"
ONE_OR_MORE = "+"
REMAINDER = "..."
BooleanOptionalAction = "boolean-optional"


class HelpFormatter:
    """How help is written."""


class RawTextHelpFormatter(HelpFormatter):
    """How help is written."""


class RawDescriptionHelpFormatter(HelpFormatter):
    """How help is written."""


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    """How help is written."""


class Action:
    """What a user's own action makes of its words is not known."""


class ArgumentTypeError(Exception):
    """Raised by a conversion that refuses a text."""


class Namespace:
    """What `parse_args` returns; attributes that the parser was not told of may be there too."""

    def __init__(self, **values):
        self.__dict__.update(values)


class _Container:
    def add_argument(self, *flags, **options):
        """Adds an option, or a positional argument if the only name has no dash."""
        self._told.append((flags, options))
        return unknown("an action of argparse")

    def set_defaults(self, **values):
        """What names are if the command line does not say."""
        self._defaults.update(values)

    def add_argument_group(self, *arguments, **options):
        """A heading in the help."""
        return _Group(self._told, self._defaults)

    def add_mutually_exclusive_group(self, **options):
        """Options of which one may be given."""
        return _Group(self._told, self._defaults)


class _Group(_Container):
    def __init__(self, told, defaults):
        self._told = told
        self._defaults = defaults


class ArgumentParser(_Container):
    def __init__(self, *arguments, parents=(), **options):
        self._told = []
        self._defaults = {}
        self._parents = parents
        self._names_all = "argument_default" not in options

    def add_subparsers(self, dest=None, **options):
        """Sub-commands; the word that names one is stored as `dest`."""
        self._names_all = False
        if dest is not None:
            self._told.append(((dest,), {"nargs": "A..."}))
        return _Subparsers(self._told, self._defaults)

    def parse_args(self, args=None, namespace=None):
        """The namespace: what commands in the workspace pass, else each value with its default."""
        if args is not None or namespace is not None:
            return unknown("arguments that the program makes itself")
        return command_line(Namespace, self)

    def parse_known_args(self, args=None, namespace=None):
        """The namespace, and the words that the parser was not told of."""
        return self.parse_args(args, namespace), unknown("words that the parser was not told of")

    def parse_intermixed_args(self, args=None, namespace=None):
        """As `parse_args`, with positional arguments among the options."""
        return self.parse_args(args, namespace)

    def exit(self, status=0, message=None):
        """Ends the program."""
        sys.exit(status)

    def error(self, message):
        """Says how the program is used, and ends it with status 2."""
        sys.exit(2)


class _Subparsers(_Container):
    def __init__(self, told, defaults):
        self._told = told
        self._defaults = defaults

    def add_parser(self, name, **options):
        """The parser of one sub-command."""
        return _Group(self._told, self._defaults)

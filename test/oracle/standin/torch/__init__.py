"""A stand-in for torch in which tensors have no elements: shapes and errors are those of torch 2, nothing is computed.

The contracts of torch's own modules, such as flex_attention, are found below this package too.
"""

import builtins
import math
import pkgutil

from ._tensor import Refused, Tensor, axis_of, counts, dtype, sizes_of

__path__ = pkgutil.extend_path(__path__, __name__)

for _name in ("int8", "uint8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64", "bool"):
    globals()[_name] = dtype(_name)
long, int_, float_, half = globals()["int64"], globals()["int32"], globals()["float32"], globals()["float16"]


class device(str):
    """A device by its name."""


def _made(shape, kind, options):
    chosen = options.get("dtype")
    where = options.get("device")
    return Tensor(counts(tuple(shape)), dtype=kind if chosen is None else chosen, device="cpu" if where is None else str(where))


def _of_sizes(*sizes, size=None, **options):
    return _made(sizes_of(sizes if size is None else (size,)), globals()["float32"], options)


zeros = ones = empty = rand = randn = _of_sizes


def _kind_of(value):
    if isinstance(value, (list, tuple)):
        return _kind_of(value[0]) if value else "float32"
    return "bool" if value is True or value is False else "int64" if isinstance(value, int) else "float32"


def full(size, fill_value, **options):
    return _made(sizes_of((size,)), globals()[_kind_of(fill_value)], options)


def randint(low, high=None, size=None, **options):
    if size is None:
        size, high = high, low
    return _made(sizes_of((size,)), globals()["int64"], options)


def randperm(n, **options):
    return _made(sizes_of((n,)), globals()["int64"], options)


def arange(start, end=None, step=1, **options):
    start, end = (0, start) if end is None else (start, end)
    length = math.ceil((end - start) / step)
    return _made((length,), globals()[_kind_of(start)], options)


def tensor(data, **options):
    shape, level = [], data
    while isinstance(level, (list, tuple)):
        shape.append(len(level))
        level = level[0] if level else None
    return _made(shape, globals()[_kind_of(data)], options)


as_tensor = tensor


def zeros_like(input, **options):
    made = _made(input.shape, input.dtype, options)
    made.device = options.get("device", input.device)
    return made


ones_like = empty_like = rand_like = randn_like = zeros_like


def full_like(input, fill_value, **options):
    return zeros_like(input, **options)


def cat(tensors, dim=0):
    tensors = list(tensors)
    if not tensors:
        raise Refused("nothing to join")
    # An empty tensor of one dimension fits everywhere, for historical reasons.
    parts = [part for part in tensors if part.shape != (0,)] or tensors[:1]
    first = parts[0]
    axis = axis_of(dim, len(first.shape))
    for part in parts:
        if part.shape[:axis] + part.shape[axis + 1:] != first.shape[:axis] + first.shape[axis + 1:]:
            raise Refused("sizes must match except in the dimension that is joined")
    return first._with(dim, builtins.sum(part.shape[axis] for part in parts))


concat = cat


def stack(tensors, dim=0):
    tensors = list(tensors)
    if not tensors or any(part.shape != tensors[0].shape for part in tensors):
        raise Refused("stack expects tensors of equal size")
    axis = axis_of(dim, len(tensors[0].shape) + 1)
    shape = tensors[0].shape
    return tensors[0]._like(shape[:axis] + (len(tensors),) + shape[axis:])


def _as_function(name):
    return lambda input, *arguments, **options: getattr(input, name)(*arguments, **options)


for _name in (
    "chunk", "split", "tensor_split", "narrow", "index_select", "flatten", "permute", "transpose", "unsqueeze", "squeeze", "reshape",
    "clamp", "repeat_interleave", "sum", "mean", "numel",
):
    globals()[_name] = _as_function(_name)


def where(condition, a, b):
    return a * b if isinstance(a, Tensor) else b


class no_grad:
    """A context and a decorator without effect."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False

    def __call__(self, function):
        return function


inference_mode = no_grad

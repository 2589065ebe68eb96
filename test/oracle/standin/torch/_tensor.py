"""A tensor of which only the form is kept: its shape, dtype and device, as torch 2 gives them."""

import math

from shardlint import Tensor as _ContractTensor


class dtype(str):
    """A dtype; contracts compare it with its name."""

    def __repr__(self):
        return f"torch.{str.__str__(self)}"

    __str__ = __repr__
    __hash__ = str.__hash__


class Refused(RuntimeError):
    """What torch would raise; its text is not kept."""


def _size(value):
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"a size must be an int, not {value!r}")
    return value.__index__()


def sizes_of(arguments):
    """The sizes of `f(2, 3)` or `f((2, 3))`."""
    if len(arguments) == 1 and isinstance(arguments[0], (tuple, list)):
        arguments = arguments[0]
    return tuple(_size(value) for value in arguments)


def counts(sizes):
    """The sizes, none of which may be negative."""
    if any(size < 0 for size in sizes):
        raise Refused(f"negative size in {sizes}")
    return sizes


def axis_of(dim, rank):
    """The axis that a dim from the front or the back means."""
    if not -rank <= dim < rank:
        raise IndexError(f"dim {dim} of {rank}")
    return dim % rank


def broadcast_shapes(a, b):
    """The common shape of two operands."""
    result = []
    for i in range(1, max(len(a), len(b)) + 1):
        x = a[-i] if i <= len(a) else 1
        y = b[-i] if i <= len(b) else 1
        if x != y and 1 not in (x, y):
            raise Refused(f"{a} and {b} do not broadcast")
        result.insert(0, y if x == 1 else x)
    return tuple(result)


def viewed(total, sizes):
    """The sizes that `total` elements get, one of which may be -1."""
    if sum(size == -1 for size in sizes) > 1 or any(size < -1 for size in sizes):
        raise Refused(f"view {sizes}")
    known = math.prod(size for size in sizes if size != -1)
    if -1 in sizes:
        if known == 0 or total % known != 0:
            raise Refused(f"view {total} as {sizes}")
        return tuple(total // known if size == -1 else size for size in sizes)
    if known != total:
        raise Refused(f"view {total} as {sizes}")
    return tuple(sizes)


class Tensor(_ContractTensor):
    """A tensor without elements."""

    def __init__(self, shape, dtype=None, device=None, **marks):
        super().__init__(shape, dtype=dtype, device=device, **marks)

    def _like(self, shape, dtype=None):
        return Tensor(shape, dtype=self.dtype if dtype is None else dtype, device=self.device)

    def _with(self, dim, size, count=1):
        axis = axis_of(dim, len(self.shape))
        return self._like(self.shape[:axis] + counts((size,)) * count + self.shape[axis + 1:])

    # Reading

    def size(self, dim=None):
        return self.shape if dim is None else self.shape[axis_of(dim, len(self.shape))]

    def dim(self):
        return len(self.shape)

    def numel(self):
        return math.prod(self.shape)

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of a 0-d tensor")
        return self.shape[0]

    def __iter__(self):
        return iter(self.unbind(0))

    # The same elements in another shape

    def view(self, *sizes):
        return self._like(viewed(self.numel(), sizes_of(sizes)))

    reshape = view

    def flatten(self, start_dim=0, end_dim=-1):
        rank = len(self.shape)
        first, last = axis_of(start_dim, rank), axis_of(end_dim, rank)
        return self._like(self.shape[:first] + (math.prod(self.shape[first:last + 1]),) + self.shape[last + 1:])

    def unflatten(self, dim, sizes):
        axis = axis_of(dim, len(self.shape))
        return self._like(self.shape[:axis] + viewed(self.shape[axis], tuple(sizes)) + self.shape[axis + 1:])

    def permute(self, *dims):
        order = [axis_of(dim, len(self.shape)) for dim in sizes_of(dims)]
        if sorted(order) != list(range(len(self.shape))):
            raise Refused(f"permute {dims}")
        return self._like(self.shape[axis] for axis in order)

    def transpose(self, dim0, dim1):
        shape = list(self.shape)
        a, b = axis_of(dim0, len(shape)), axis_of(dim1, len(shape))
        shape[a], shape[b] = shape[b], shape[a]
        return self._like(shape)

    def unsqueeze(self, dim):
        axis = axis_of(dim, len(self.shape) + 1)
        return self._like(self.shape[:axis] + (1,) + self.shape[axis:])

    def squeeze(self, dim=None):
        if dim is None:
            return self._like(size for size in self.shape if size != 1)
        axis = axis_of(dim, len(self.shape))
        return self._like(size for i, size in enumerate(self.shape) if i != axis or size != 1)

    def expand(self, *sizes):
        sizes = sizes_of(sizes)
        added = len(sizes) - len(self.shape)
        if added < 0 or -1 in sizes[:added]:
            raise Refused(f"expand {self.shape} to {sizes}")
        own = (1,) * added + self.shape
        if any(mine not in (1, size) and size != -1 for mine, size in zip(own, sizes)):
            raise Refused(f"expand {self.shape} to {sizes}")
        return self._like(mine if size == -1 else size for mine, size in zip(own, sizes))

    def repeat(self, *times):
        times = counts(sizes_of(times))
        own = (1,) * (len(times) - len(self.shape)) + self.shape
        if len(own) != len(times):
            raise Refused(f"repeat {self.shape} {times} times")
        return self._like(size * count for size, count in zip(own, times))

    def repeat_interleave(self, repeats, dim=None):
        if dim is None:
            return self._like((self.numel() * repeats,))
        return self._with(dim, self.size(dim) * repeats)

    def contiguous(self):
        return self

    clone = detach = cpu = cuda = contiguous

    # Pieces

    def narrow(self, dim, start, length):
        size = self.size(dim)
        start = start + size if start < 0 else start
        if not 0 <= start <= size or not 0 <= length <= size - start:
            raise Refused(f"narrow({start}, {length}) of {size}")
        return self._with(dim, length)

    def select(self, dim, index):
        axis = axis_of(dim, len(self.shape))
        axis_of(index, self.shape[axis])
        return self._like(self.shape[:axis] + self.shape[axis + 1:])

    def index_select(self, dim, index):
        return self._with(dim, index.numel())

    def split(self, size, dim=0):
        length = self.size(dim)
        if isinstance(size, int):
            if size <= 0:
                raise Refused(f"split by {size}")
            size = [min(size, length - start) for start in range(0, length, size)] or [0]
        if sum(size) != length:
            raise Refused(f"split {length} into {size}")
        return tuple(self._with(dim, part) for part in size)

    def chunk(self, chunks, dim=0):
        if chunks <= 0:
            raise Refused(f"{chunks} chunks")
        length = self.size(dim)
        if length == 0:
            return tuple(self for _ in range(chunks))
        return self.split(-(-length // chunks), dim)

    def tensor_split(self, sections, dim=0):
        length = self.size(dim)
        if not isinstance(sections, int):
            bounds = [slice(a, b).indices(length) for a, b in zip([0, *sections], [*sections, length])]
            return tuple(self._with(dim, max(stop - start, 0)) for start, stop, _ in bounds)
        if sections <= 0:
            raise Refused(f"{sections} sections")
        return tuple(self._with(dim, length // sections + (i < length % sections)) for i in range(sections))

    def unbind(self, dim=0):
        return tuple(self.select(dim, i) for i in range(self.size(dim)))

    def __getitem__(self, index):
        entries = list(index) if isinstance(index, tuple) else [index]
        taken = sum(entry is not None and entry is not Ellipsis for entry in entries)
        if Ellipsis in [entry for entry in entries if not isinstance(entry, Tensor)]:
            at = next(i for i, entry in enumerate(entries) if entry is Ellipsis)
            entries[at:at + 1] = [slice(None)] * (len(self.shape) - taken)
        shape, axis = [], 0
        for entry in entries:
            if entry is None:
                shape.append(1)
                continue
            if axis >= len(self.shape):
                raise IndexError("too many indices")
            size = self.shape[axis]
            axis += 1
            if isinstance(entry, slice):
                if entry.step is not None and entry.step <= 0:
                    raise ValueError("step must be greater than zero")
                shape.append(len(range(*entry.indices(size))))
            elif isinstance(entry, Tensor):
                shape.extend(entry.shape)
            elif isinstance(entry, (list, range)):
                shape.append(len(entry))
            else:
                axis_of(_size(entry), size)
        return self._like(shape + list(self.shape[axis:]))

    def __setitem__(self, index, value):
        target = self[index].shape
        if isinstance(value, Tensor) and broadcast_shapes(value.shape, target) != target:
            raise Refused("assignment of another shape")

    # Element by element

    def _operate(self, other, result=None):
        if isinstance(other, Tensor):
            return self._like(broadcast_shapes(self.shape, other.shape), result)
        if not isinstance(other, (int, float)):
            return NotImplemented
        return self._like(self.shape, result)

    def _compare(self, other):
        return self._operate(other, dtype("bool"))

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = __mod__ = __truediv__ = _operate
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _compare
    __hash__ = None

    def clamp(self, min=None, max=None):
        return self

    def clamp_min(self, min):
        return self

    def __neg__(self):
        return self

    def fill_(self, value):
        return self

    def to(self, *targets, dtype=None, device=None):
        made = self._like(self.shape, dtype)
        made.device = self.device if device is None else str(device)
        for target in targets:
            if isinstance(target, _dtype):
                made.dtype = target
            elif isinstance(target, str):
                made.device = target
        return made

    def long(self):
        return self._like(self.shape, dtype("int64"))

    def int(self):
        return self._like(self.shape, dtype("int32"))

    def float(self):
        return self._like(self.shape, dtype("float32"))

    def bool(self):
        return self._like(self.shape, dtype("bool"))

    # Reductions

    def sum(self, dim=None, keepdim=False):
        return self.mean(dim, keepdim)

    def mean(self, dim=None, keepdim=False):
        if dim is None:
            return self._like(())
        dims = {axis_of(one, len(self.shape)) for one in (dim if isinstance(dim, (tuple, list)) else (dim,))}
        return self._like(1 if i in dims else size for i, size in enumerate(self.shape) if keepdim or i not in dims)

    # New ones of the same kind

    def new_zeros(self, *sizes):
        return self._like(counts(sizes_of(sizes)))

    new_ones = new_empty = new_zeros

    def new_full(self, sizes, fill_value):
        return self._like(counts(sizes_of((sizes,))))


_dtype = dtype

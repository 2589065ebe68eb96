from typing import TYPE_CHECKING
import package
import package.sizes
import package.sizes as aliased
from package import SIZE as S, local, sub, helpers
from package.star import *
from package.limited import *
from package.conditional import BACKEND, LIMIT, typed
import cyclic_a
if TYPE_CHECKING:
    from nowhere import Something
    SIZE = 1
reveal(S)
reveal(local(4))
reveal(package.sizes.UNIT)
reveal(aliased.UNIT)
reveal(sub.DEEP)  # unclear
reveal(helpers.sizes.SIZE)
reveal(starred)
reveal(allowed)
reveal(_private_allowed)
reveal(BACKEND)  # unclear
reveal(LIMIT)  # unclear
reveal(typed(3))
reveal(cyclic_a.A)
reveal(cyclic_a.cyclic_b.B)
reveal(cyclic_a.both())
package.sizes.SIZE = 8
reveal(package.sizes.SIZE)
reveal(local(4))
reveal(package.counter.current())  # unclear
package.counter.increment()
reveal(package.counter.current())  # unclear
reveal(package.counter.count)  # unclear
from package import counter as again
reveal(again.count)  # unclear
again.increment()
reveal(again.count)  # unclear
reveal(getattr(package, "sizes").UNIT)
reveal(hasattr(package, "nothing"))  # unclear
def inside():
    from package.sizes import UNIT
    return UNIT
reveal(inside())
#- package/__init__.py
from .sizes import SIZE
from .helpers import local
from . import sub, counter
#- package/sizes.py
SIZE = 4096
UNIT = 64
#- package/helpers.py
from . import sizes
import package
def local(degree):
    return sizes.SIZE // degree
#- package/sub/__init__.py
from .deep import *
#- package/sub/deep.py
from ..sizes import UNIT
DEEP = UNIT + 1
#- package/star.py
starred = 5
_hidden = 6
import os as _os
#- package/limited.py
__all__ = ["allowed", "_private_allowed"]
allowed = 1
_private_allowed = 2
S = 3
#- package/conditional.py
import sys
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from nothing import Nothing
else:
    Nothing = None
try:
    import surely_not_installed_anywhere
except ImportError:
    surely_not_installed_anywhere = None
if sys.version_info >= (3, 8):
    LIMIT = 8
else:
    LIMIT = 7
try:
    from .missing_module import BACKEND
except ImportError:
    from .present import BACKEND
def typed(n: "Nothing") -> "Nothing":
    return n + 1
#- package/present.py
BACKEND = "present"
#- package/counter.py
count = 0
def increment():
    global count
    count += 1
def current():
    return count
#- cyclic_a.py
A = 1
import cyclic_b
def both():
    return A + cyclic_b.B
#- cyclic_b.py
import cyclic_a
B = cyclic_a.A + 1

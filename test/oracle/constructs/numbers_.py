import math
import operator
from operator import itemgetter, attrgetter, mul
reveal(math.ceil(7 / 2))
reveal(math.floor(-7 / 2))
reveal(math.ceil(7 / 2) * 2)
reveal(math.prod([2, 3, 4]))
reveal(math.prod((2, 3), start=5))
reveal(math.gcd(12, 18))
reveal(math.lcm(4, 6))
reveal(math.sqrt(16))
reveal(math.isqrt(17))
reveal(int(math.sqrt(16)))
reveal(int(math.log2(8)))
reveal(math.log2(8))
reveal(math.trunc(3.7))
reveal(math.inf > 1)
reveal(math.pi > 3)
reveal(math.pow(2, 3))  # unclear
reveal(math.isclose(1.0, 1.0))  # unclear
reveal(math.fabs(-2))  # unclear
reveal(math.comb(4, 2))  # unclear
reveal(operator.mul(3, 4))
reveal(mul(3, 5))
reveal(operator.add(1, 2))
reveal(itemgetter(1)((4, 5)))
reveal(round(3.14159, 2))  # unclear
reveal(round(3.7))
reveal(round(-3.7))
reveal(int(7 / 2))
reveal(int(-7 / 2))
reveal(7 // -2)
reveal(-(-7 // 2))
reveal((7).bit_length())  # unclear
reveal(1 << (7 - 1).bit_length())  # unclear
reveal(float(3))
reveal(float("inf") > 10)  # unclear
reveal(0.1 + 0.2 == 0.3)
reveal(min(3, 2.5))
reveal(max(3, 2.5))
reveal(sum([1.5, 2.5]))
reveal(sum([True, True]))
reveal(divmod(-7, 2))
reveal(divmod(7.5, 2))  # unclear
reveal(2 ** 10)
reveal(2 ** 62)  # unclear
reveal(10 ** 20 > 5)  # unclear
reveal(int(1e3))
reveal(100 // 3 * 3 + 100 % 3)
reveal(3 > 2.5)
reveal(3 == 3.0)
reveal(hash(3) == hash(3))  # unclear
reveal(isinstance(True, int))
reveal(isinstance(3, float))
reveal(isinstance(3.0, (int, float)))
reveal(isinstance("a", str))
reveal(isinstance(None, type(None)))
reveal(type(3) is int)
reveal(type(3) == float)
reveal(type("a").__name__)
reveal(bool(0.0))
reveal(3 in (1, 2, 3))
reveal(not (3 in [1, 2]))
reveal(bin(5))  # unclear
reveal(hex(255))  # unclear
reveal(int("101", 2))  # unclear
reveal((3).real)  # unclear
reveal(2.0.is_integer())  # unclear
reveal(-2 ** 2)
reveal(5 if 0.0 else 6)
reveal(1_0 * 1_0)
reveal(complex(1, 2).real)  # unclear

/** What must be proved of the arithmetic that pipelines write, and what must not. */
import { describe, test } from "vitest";
import { check } from "../testing/fixture.ts";

/** Setup, then the claim; both see the names below. */
type Case = readonly [claim: string, setup?: string];

const preamble = `
import math
import numpy as np
from sglang.multimodal_gen.runtime.distributed.parallel_state import (
    get_ring_parallel_world_size, get_ulysses_parallel_world_size, get_sp_world_size, get_sp_parallel_rank,
    get_ulysses_parallel_rank, get_world_size,
)

def cdiv(a, b):
    return (a + b - 1) // b

def cdiv_negated(a, b):
    return -(a // -b)

def round_up(n, multiple):
    return cdiv(n, multiple) * multiple

def pad_to_multiple(n, multiple):
    remainder = n % multiple
    if remainder == 0:
        return n
    return n + multiple - remainder

def next_power_of_2(n):
    return 1 << (n - 1).bit_length()

def f(x, flag, other, m, n, a, b, args):
    S = x.shape[1]
    t = x.shape[0]
    h = x.shape[2]
    u = get_ulysses_parallel_world_size()
    r = get_ring_parallel_world_size()
    sp = get_sp_world_size()
    rank = get_sp_parallel_rank()
`;

async function proves(claim: string, setup: string | undefined, answer: "1" | "0" | "1 or 0"): Promise<void> {
  const body = setup === undefined ? [] : setup.split("\n");
  const lines = [...body, `reveal(1 if ${claim} else 0)  # revealed: ${answer}`];
  await check(preamble + lines.map((line) => `    ${line}\n`).join(""));
}

const identities: readonly Case[] = [
  // Rounding up.
  ["math.ceil(t / 128) * 128 - t == -t % 128"],
  ["math.ceil(t / 128) * 128 % 128 == 0"],
  ["-(-t // sp) == (t + sp - 1) // sp"],
  ["-(t // -sp) == cdiv(t, sp)"],
  ["cdiv(t, 64) == cdiv_negated(t, 64)"],
  ["1 + (t - 1) // sp == cdiv(t, sp)"],
  ["math.ceil(t / sp) == -(-t // sp)"],
  ["int(math.ceil(t / sp)) * sp == round_up(t, sp)"],
  ["int(np.ceil(t / 128)) * 128 == round_up(t, 128)"],
  ["t // sp + (t % sp > 0) == cdiv(t, sp)"],
  ["t // sp + (1 if t % sp else 0) == cdiv(t, sp)"],
  ["t // sp + bool(t % sp) == cdiv(t, sp)"],
  ["t + (-t % sp) == round_up(t, sp)"],
  ["t + (sp - t % sp) % sp == round_up(t, sp)"],
  ["(sp - t % sp) % sp == -t % sp"],
  ["((t + 127) // 128) * 128 - t == (128 - t % 128) % 128"],
  ["((t - 1) // 128 + 1) * 128 == round_up(t, 128)"],
  ["pad_to_multiple(t, 128) == round_up(t, 128)"],
  ["pad_to_multiple(t, sp) % sp == 0"],
  ["round_up(t, sp) % sp == 0"],
  ["round_up(t, sp) >= t"],
  ["round_up(t, sp) - t < sp"],
  ["round_up(t, sp) - t >= 0"],
  ["round_up(t, sp) // sp == cdiv(t, sp)"],
  ["cdiv(t, 128) * 128 >= t"],
  ["(t + 127) & ~127 == round_up(t, 128)"],
  ["(t + 63) >> 6 == cdiv(t, 64)"],
  ["t & -64 == t // 64 * 64"],
  ["round_up(t, u * r) % r == 0"],
  ["round_up(t, u * r) // u % r == 0"],
  ["round_up(round_up(t, sp), sp) == round_up(t, sp)"],
  ["round_up(t, 128) % 64 == 0"],
  ["padded % sp == 0", "padded = S if S % sp == 0 else (S // sp + 1) * sp"],
  ["n % sp == 0", "n = S\nif n % sp != 0:\n    n += sp - n % sp"],
  ["n // sp == cdiv(S, sp)", "n = S\nif n % sp != 0:\n    n += sp - n % sp"],
  ["n % 128 == 0", "n = S\npad = 0\nif n % 128:\n    pad = 128 - n % 128\nn = n + pad"],
  // Division and remainder.
  ["S // u // r == S // sp"],
  ["t // sp * sp + t % sp == t"],
  ["t % sp < sp"],
  ["t % sp >= 0"],
  ["(t % sp) // sp == 0"],
  ["(t % 128) // 128 == 0"],
  ["t % sp % sp == t % sp"],
  ["t % 256 % 128 == t % 128"],
  ["(t * sp + rank) // sp == t"],
  ["(t * sp + rank) % sp == rank"],
  ["(t * 128 + 5) // 128 == t"],
  ["rank // u == (rank - rank % u) // u"],
  ["t // sp <= t"],
  ["(S - S % sp) % sp == 0"],
  ["S // sp * sp <= S"],
  ["divmod(t, sp)[0] * sp + divmod(t, sp)[1] == t"],
  ["q * sp + k == t and k < sp", "q, k = divmod(t, sp)"],
  ["k == 0", "q, k = divmod(S, sp)\nassert k == 0"],
  ["q * sp == S", "q, k = divmod(S, sp)\nassert k == 0"],
  ["S // sp * sp == S", "assert S % sp == 0"],
  ["S % u == 0 and S % r == 0", "assert S % (u * r) == 0"],
  ["S // u // r * r * u == S", "assert S % u == 0\nassert (S // u) % r == 0"],
  ["S % sp == 0", "assert S % u == 0\nassert (S // u) % r == 0"],
  ["S // u % r == 0", "assert S % sp == 0"],
  ["S // u == r * (S // sp)", "assert S % sp == 0"],
  ["S % sp == 0", "if S % sp:\n    raise ValueError"],
  ["S % sp == 0", "if not S % sp == 0:\n    raise ValueError"],
  ["S % sp == 0", "assert not S % sp"],
  ["S % sp == 0", "assert S == (S // sp) * sp"],
  ["(S * h) % sp == 0", "assert S % sp == 0"],
  ["(S + t) % sp == 0", "assert S % sp == 0 and t % sp == 0"],
  ["(S + t) // sp == S // sp + t // sp", "assert S % sp == 0 and t % sp == 0"],
  ["(S + t) // sp * sp == S + t", "assert (S + t) % sp == 0"],
  ["(S * h) // sp * sp == S * h", "assert S * h % sp == 0"],
  ["S * 2 % sp == 0", "assert S % sp == 0"],
  ["S % 64 == 0", "assert S % 128 == 0"],
  ["S % 8 == 0", "assert S % 4 == 0 and S // 4 % 2 == 0"],
  ["n % 32 == 0", "assert n % 64 == 0"],
  ["S // sp >= 1", "assert S % sp == 0"],
  // Rank ranges and slices.
  ["(rank + 1) * (S // sp) <= S"],
  ["(rank + 1) * cdiv(S, sp) <= cdiv(S, sp) * sp"],
  ["(rank + 1) * n - rank * n == n"],
  ["min((rank + 1) * k, S) - rank * k == k", "k = S // sp"],
  ["min(S, (rank + 1) * k) - min(S, rank * k) == k", "assert S % sp == 0\nk = S // sp"],
  ["x[:, rank * k:(rank + 1) * k].shape[1] == k", "k = S // sp"],
  ["x[:, rank * k:min((rank + 1) * k, S)].shape[1] == k", "assert S % sp == 0\nk = cdiv(S, sp)"],
  ["x[:, start:start + k].shape[1] == k", "k = S // sp\nstart = rank * k"],
  ["max(0, min(S, (rank + 1) * k)) == (rank + 1) * k", "k = S // sp"],
  ["rank < sp and rank >= 0"],
  ["rank % u == get_ulysses_parallel_rank()"],
  ["0 <= k < n", "k = rank\nn = sp"],
  ["(m + 1) * (S // n) <= S", "assert 0 <= m < n"],
  ["x[:, m * k:(m + 1) * k].shape[1] == k", "assert 0 <= m < n\nk = S // n"],
  // Minimum and maximum.
  ["min(S, S + t) == S"],
  ["max(t - t % 128, 0) == t // 128 * 128"],
  ["min(S, t) + max(S, t) == S + t"],
  ["min(max(k, 0), S) == k", "k = S // sp"],
  ["max(S, 1) == S"],
  ["min(S // sp, S) == S // sp"],
  ["max(1, S // sp) == S // sp", "assert S % sp == 0"],
  ["abs(S - t) == S - t", "assert S >= t"],
  ["abs(t - S) == abs(S - t)"],
  // Powers of two and bits.
  ["1 << 7 == 128"],
  ["2 ** 7 == 1 << 7"],
  ["S << 3 == 8 * S"],
  ["S >> 3 == S // 8"],
  ["next_power_of_2(100) == 128"],
  ["next_power_of_2(128) == 128"],
  ["(96).bit_length() == 7"],
  ["128 & 127 == 0"],
  ["S & 63 == S % 64"],
  ["2 ** math.ceil(math.log2(100)) == 128"],
  ["S & 127 == 0", "assert S % 128 == 0"],
  ["S * (1 << k) == S * 8", "k = 3"],
  // Products and sums.
  ["math.prod((S, t, 4)) == 4 * S * t"],
  ["math.prod([S, t], start=2) == 2 * S * t"],
  ["int(np.prod([S, t])) == S * t"],
  ["np.prod((2, 3, 4)) == 24"],
  ["sum([S, t, 4]) == S + t + 4"],
  ["sum((S, t), 4) == S + t + 4"],
  ["sum(k for k in (S, t)) == S + t"],
  ["x[:, :, :].reshape(t, S, -1).shape[2] * 1 >= 0"],
  ["math.gcd(12, 8) == 4"],
  ["math.lcm(4, 6) == 12"],
  ["math.lcm(4, 6, 8) == 24"],
  ["math.gcd(S, S) == S"],
  ["round_up(S, math.lcm(sp, sp)) % sp == 0"],
  // Rounding of quotients.
  ["int(S / sp) == S // sp"],
  ["math.floor(t / 128) == t // 128"],
  ["int(7 / 2) == 3 and int(-7 / 2) == -3"],
  ["-7 // 2 == -4 and -7 % 3 == 2 and 7 % -3 == -2 and 7 // -2 == -4"],
  ["round(7 / 2) == 4 and round(5 / 2) == 2 and round(-7 / 2) == -4"],
  ["round(S * sp / sp) == S"],
  ["S * sp / sp == S"],
  ["int(S) == S and int(2.0 * 3) == 6"],
  ["float(S).is_integer() and int(float(S)) == S"],
  ["math.isqrt(4096) == 64"],
  ["int(math.sqrt(4096)) == 64"],
  // Guards and correlated branches.
  ["k == 8", "k = 8 if flag else 4\nif not flag:\n    raise ValueError"],
  ["k == c", "k = 8 if flag else 4\nc = 8 if flag else 4"],
  ["k * c == 16", "if flag:\n    k, c = 8, 2\nelse:\n    k, c = 4, 4"],
  ["k == 1", "k = 0\nif a > b:\n    k = 1\nif b < a:\n    pass\nelse:\n    raise ValueError"],
  ["k == 1", "k = 0\nif not (a > b):\n    k = 2\nelse:\n    k = 1\nassert not a <= b"],
  ["k == 1", "k = 2\nif args.ring:\n    k = 1\nif not args.ring:\n    raise ValueError"],
  ["k == 1", "k = 2\nif args.mode == 'ring':\n    k = 1\nif args.mode != 'ring':\n    raise ValueError"],
  ["k == 1", "k = 2\nif args.mask is None:\n    k = 1\nif args.mask is not None:\n    raise ValueError"],
  ["k == 1", "k = 2\nif flag and other:\n    k = 1\nassert flag and other"],
  ["k == 1", "k = 2\nif flag and other:\n    k = 1\nassert flag\nassert other"],
  ["k == 1", "k = 2\nif flag or other:\n    k = 1\nassert flag"],
  ["k == 1", "k = 2\nif a != b:\n    k = 1\nassert not a == b"],
  ["k == 1", "k = 2\nif a + 1 > b:\n    k = 1\nassert a >= b"],
  ["k == S // sp", "k = S // sp if sp > 1 else S"],
  ["k == S // sp", "k = S\nif sp > 1:\n    k = S // sp"],
  ["n >= 2", "assert n > 1"],
  ["n == 4", "assert n > 3 and n < 5"],
  ["n * m >= 6", "assert n >= 2 and m >= 3"],
  ["n != 0", "assert n > 0"],
  ["n == 2", "assert n in (2,)"],
];

const contradictions: readonly Case[] = [
  ["S == S // sp", "assert S % sp == 0 and sp > 1"],
  ["S // u == S // sp", "assert S % sp == 0 and r > 1"],
  ["t + 1 == t"],
  ["2 * t == 2 * S + 1"],
  ["S % 128 == 1", "assert S % 128 == 0"],
  ["S == 100", "assert S % 64 == 0"],
  ["round_up(t, 128) == 100"],
  ["rank == sp"],
  ["rank < 0"],
  ["round_up(S, sp) < S"],
  ["k != c", "k = 8 if flag else 4\nc = 8 if flag else 4"],
];

/** True for some values and false for others, or beyond what floats keep: any answer would be a guess. */
const open: readonly Case[] = [
  ["S // sp * sp == S"],
  ["S // u == S // sp", "assert S % sp == 0"],
  ["-(-a // b) == (a + b - 1) // b"],
  ["2 ** 53 + 1 == 2 ** 53"],
  ["2 ** 70 % 7 == 2"],
  ["9007199254740993 % 2 == 1"],
  ["int(a / b) == a // b"],
  ["round(t / 2) == t // 2"],
  ["int(2 ** 60 / 3) == 2 ** 60 // 3"],
  ["int(math.log2(2 ** 53 - 1)) == 52"],
  ["math.ceil(t * 1.1) == t"],
  ["a % b >= 0"],
  ["n % sp == 0", "while n % sp != 0:\n    n += 1\n    if n > 100:\n        break"],
  ["S % sp == 0", "if flag:\n    assert S % sp == 0"],
  ["k == c", "k = 8 if flag else 4\nc = 8 if other else 4"],
  ["(rank + 1) * cdiv(S, sp) <= S"],
  ["x[:, rank * k:(rank + 1) * k].shape[1] == k", "k = cdiv(S, sp)"],
  ["x[:, m * k:(m + 1) * k].shape[1] == k", "k = S // n"],
  ["math.gcd(S, t) == 1"],
];

describe("is proved", () => {
  test.each(identities)("%s given %j", async (claim = "", setup) => {
    await proves(claim, setup, "1");
  });
});

describe("is refuted", () => {
  test.each(contradictions)("%s given %j", async (claim = "", setup) => {
    await proves(claim, setup, "0");
  });
});

describe("stays open", () => {
  test.each(open)("%s given %j", async (claim = "", setup) => {
    await proves(claim, setup, "1 or 0");
  });
});

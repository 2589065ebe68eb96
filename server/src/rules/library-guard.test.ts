import { describe, expect, test } from "vitest";
import { check, onlyFinding } from "../testing/fixture.ts";

const heads = `
#- lib/__init__.py
from .attention import attend, Attention
#- lib/attention.py
def _check(heads, degree):
    if heads % degree != 0:
        raise ValueError(f"heads ({heads}) must be divisible by {degree}")

def attend(q, heads, degree=2):
    _check(heads, degree)
    return q

class Attention:
    def __init__(self, dim, heads=8):
        self.dim = dim
        self.heads = heads
        assert dim % heads == 0, "dim must be divisible by heads"
        self.size = dim // heads
`;

test("a raise in a helper", async () => {
  const made = await check(`
from lib import attend

def run(q):
    return attend(q, 7)  # error: [library-guard]
${heads}`);
  const finding = onlyFinding(made);
  expect(finding.message).toBe("This call raises ValueError: heads (7) must be divisible by 2");
  const text = made.files["main.py"] ?? "";
  expect(text.slice(finding.location.start, finding.location.end)).toBe("7");
});

test("an assert in a constructor", async () => {
  await check(`
import lib

layer = lib.Attention(64, heads=7)  # error: [library-guard]
good = lib.Attention(64)
${heads}`);
});

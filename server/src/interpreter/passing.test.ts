/** What `**` passes reaches the parameters, whichever of several dicts it is. */
import { test } from "vitest";
import { check } from "../testing/fixture.ts";

test.each([
  ["a dict of values that differ", "dict(u=4 if flag else 2, r=1)", "(4 or 2, 1)"],
  ["a dict that adds to another", "dict({'u': 4}, r=1 if flag else 2)", "(4, 1 or 2)"],
  ["one of several dicts", "{'u': 4, 'r': 2} if flag else {'u': 8, 'r': 1}", "(4 or 8, 2 or 1)"],
  ["one of several dicts with the same entries", "{'u': 4, 'r': 2} if flag else dict(u=4, r=2)", "(4, 2)"],
  ["a dict that may have more entries", "{'u': 4, 'r': 2} if flag else {'u': 8}", "(4 or 8, ?)"],
  ["one of several dicts of which one is not known", "{'u': 4, 'r': 2} if flag else flag", "(?, ?)"],
  ["what is not known", "flag", "(?, ?)"],
])("%s", async (_, keywords, values) => {
  await check(`
def take(u=0, r=0):
    return (u, r)

def run(flag):
    keywords = ${keywords}
    reveal(take(**keywords))  # revealed: ${values}
`);
});

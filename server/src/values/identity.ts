/** A number for each object, by which keys that are texts can tell objects apart. It is the same as long as the program runs. */
const numbers = new WeakMap<object, number>();
let nextNumber = 0;

export function identityNumber(thing: object): number {
  let known = numbers.get(thing);
  if (known === undefined) numbers.set(thing, (known = nextNumber++));
  return known;
}

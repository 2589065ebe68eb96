/** A function that remembers what it found of each thing for as long as that is there. */
export function remembered<Thing extends object, Found>(find: (thing: Thing) => Found): (thing: Thing) => Found {
  const known = new WeakMap<Thing, { readonly found: Found }>();
  return (thing) => {
    let entry = known.get(thing);
    if (entry === undefined) known.set(thing, (entry = { found: find(thing) }));
    return entry.found;
  };
}

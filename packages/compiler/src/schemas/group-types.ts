/** Groups mutually recursive types; others stand alone. Groups come after those they refer to. */
export function groupTypes(
  types: ReadonlyMap<string, { readonly references: Iterable<string> }>,
): readonly (readonly string[])[] {
  const groups: string[][] = [];
  const order = new Map<string, { readonly index: number; low: number; isOpen: boolean }>();
  const open: string[] = [];
  // Tarjan's algorithm with an explicit stack: a chain of types can exceed the call stack.
  for (const start of types.keys()) {
    const path = order.has(start) ? [] : [enter(start)];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const next = top.rest.pop();
      const known = next === undefined ? undefined : order.get(next);
      const own = order.get(top.name);
      if (!own) break;
      if (next !== undefined && !known) path.push(enter(next));
      else if (known) own.low = known.isOpen ? Math.min(own.low, known.index) : own.low;
      else {
        path.pop();
        const above = path.at(-1) && order.get(path.at(-1)?.name ?? "");
        if (above) above.low = Math.min(above.low, own.low);
        if (own.low === own.index) groups.push(close(top.name));
      }
    }
  }
  return groups;

  function enter(name: string): { readonly name: string; readonly rest: string[] } {
    order.set(name, { index: order.size, low: order.size, isOpen: true });
    open.push(name);
    const rest = [...(types.get(name)?.references ?? [])].filter((each) => types.has(each));
    return { name, rest: rest.toReversed() };
  }

  function close(name: string): string[] {
    const group = open.splice(open.lastIndexOf(name));
    for (const each of group) {
      const entry = order.get(each);
      if (entry) entry.isOpen = false;
    }
    return group;
  }
}

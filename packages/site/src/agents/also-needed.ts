interface Needs {
  readonly permissions: readonly string[];
}

/** What some tools need besides the permissions that are held. */
export interface AlsoNeeded {
  readonly permissions: readonly string[];
  readonly tools: number;
}

/** What the tools that need `permission` need besides what is held: the fewest permissions first, then the most tools. */
export function alsoNeeded(
  tools: readonly Needs[],
  permission: string,
  held: ReadonlySet<string> = new Set([permission]),
): readonly AlsoNeeded[] {
  const lacking = tools
    .filter(({ permissions }) => permissions.includes(permission))
    .map(({ permissions }) => permissions.filter((each) => !held.has(each)).toSorted())
    .filter(({ length }) => length > 0);
  return [...Map.groupBy(lacking, (each) => each.join(" ")).values()]
    .map((group) => ({ permissions: group[0] ?? [], tools: group.length }))
    .toSorted((one, other) => one.permissions.length - other.permissions.length || other.tools - one.tools);
}

/** How many permissions that open nothing are named. */
const shownIdle = 3;

/** ` orders:refund opens nothing without orders:read (1 tool).` for each held permission that no reached tool needs. */
export function idleSentence(tools: readonly Needs[], held: ReadonlySet<string>): string {
  const used = new Set(
    tools.flatMap(({ permissions }) => (permissions.every((each) => held.has(each)) ? permissions : [])),
  );
  const idle = [...held].filter((each) => !used.has(each));
  const sentences = idle.flatMap((each) => {
    const needed = alsoNeeded(tools, each, held);
    if (needed.length === 0) return [];
    return [` ${each} opens nothing without ${neededWords(needed)}.`];
  });
  const more = sentences.length - shownIdle;
  return sentences.slice(0, shownIdle).join("") + (more > 0 ? ` Nor do ${more} others.` : "");
}

/** `orders:read and orders:write (2 tools), or 3 other sets`: one more set is written out. */
export function neededWords(needed: readonly AlsoNeeded[]): string {
  const words = needed
    .slice(0, needed.length === 3 ? 3 : 2)
    .map(
      ({ permissions, tools }) => `${permissions.join(" and ")} (${tools} ${tools === 1 ? "tool" : "tools"})`,
    );
  const more = needed.length - words.length;
  return [...words, ...(more > 0 ? [`${more} other sets`] : [])].join(", or ");
}

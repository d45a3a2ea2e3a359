// What permissions open, as sets of tools. Pages in browsers use it too: it evaluates no condition.

/** What one tool adds to what a caller can do. Plain data. */
export interface ToolReach {
  readonly name: string;
  /** All that a caller needs. */
  readonly permissions: readonly string[];
  /** Kinds of effects. */
  readonly effects: readonly string[];
  /** Whether a call may read private data, and send data out. */
  readonly reads: boolean;
  readonly sends: boolean;
  /** Whether one may send data out unasked, read private data and send it out unasked, or do other harm unasked. */
  readonly leaks: boolean;
  readonly leaksAlone: boolean;
  readonly harms: boolean;
}

/** What a caller gains by permissions. */
export interface Gain {
  readonly granted: readonly string[];
  readonly held: readonly string[];
  /** Tools that can be called with them and could not be without. */
  readonly tools: readonly ToolReach[];
  /** Pairs of a tool that reads private data and one that sends data out: those that are new, and how many of them nobody is asked about. */
  readonly chains: { readonly all: number; readonly unasked: number };
  /** The tools of the shortest new path to harm that nobody is asked about; undefined if there is none. */
  readonly harm?: readonly ToolReach[];
  /** The least that rules out every new path on which private data leaves unasked. */
  readonly cut?: Cut;
}

/** `withhold`: one permission without which no such path is left. `ask`: tools before which a person has to be asked. */
export type Cut =
  | { readonly kind: "withhold"; readonly permission: string }
  | { readonly kind: "ask"; readonly tools: readonly string[] };

/** Finds what a caller with the permissions `held` gains by those that are granted. Takes time linear in the tools. */
export function gainOf(all: readonly ToolReach[], granted: readonly string[], held: readonly string[]): Gain {
  const [was, is] = [callable(all, held), callable(all, [...held, ...granted])];
  const known = new Set(was);
  const tools = is.filter((tool) => !known.has(tool));
  const [before, after] = [pairsOf(was), pairsOf(is)];
  const unasked = after.unasked - before.unasked;
  const harm = shortestHarm(tools, was, is);
  return {
    granted,
    held,
    tools,
    chains: { all: after.all - before.all, unasked },
    ...(harm && { harm }),
    ...(unasked > 0 && { cut: cheapestCut(is, [...granted, ...held]) }),
  };
}

function callable(all: readonly ToolReach[], permissions: readonly string[]): readonly ToolReach[] {
  const has = new Set(permissions);
  return all.filter((tool) => tool.permissions.every((each) => has.has(each)));
}

/** How many chains there are, and how many of them end in a call that nobody is asked about. */
function pairsOf(tools: readonly ToolReach[]): { readonly all: number; readonly unasked: number } {
  const count = (does: "reads" | "sends" | "leaks"): number => tools.filter((tool) => tool[does]).length;
  return { all: count("reads") * count("sends"), unasked: count("reads") * count("leaks") };
}

/** One unasked call with a harmful effect; else one call, or two, by which private data leaves unasked. */
function shortestHarm(
  gained: readonly ToolReach[],
  was: readonly ToolReach[],
  is: readonly ToolReach[],
): readonly ToolReach[] | undefined {
  const one = gained.find(({ harms }) => harms) ?? gained.find(({ leaksAlone }) => leaksAlone);
  if (one) return [one];
  if (pairsOf(is).unasked === pairsOf(was).unasked) return undefined;
  const first = (does: "reads" | "leaks"): ToolReach | undefined =>
    gained.find((tool) => tool[does]) ?? is.find((tool) => tool[does]);
  const [reader, leak] = [first("reads"), first("leaks")];
  return reader && leak && [reader, leak];
}

/** A permission that all readers or all senders need; else the fewer of the two. */
function cheapestCut(tools: readonly ToolReach[], permissions: readonly string[]): Cut {
  const [readers, leaks] = [tools.filter(({ reads }) => reads), tools.filter((tool) => tool.leaks)];
  const permission = permissions.find((each) =>
    [readers, leaks].some((side) => side.every((tool) => tool.permissions.includes(each))),
  );
  if (permission !== undefined) return { kind: "withhold", permission };
  return { kind: "ask", tools: (readers.length < leaks.length ? readers : leaks).map(({ name }) => name) };
}

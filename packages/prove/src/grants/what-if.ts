import { type EffectKind, flowOf, type Manifest, type ToolContract } from "@proviso/manifest";
import { anyOutcomes } from "../cells/explore.ts";
import { type CallFacts, deeds, readTool } from "../guarantees/call-facts.ts";
import { findCall, readsPrivate, sendsUnasked, type ToolCall } from "../guarantees/prove-guarantee.ts";

/** How often the server asks a person before calls of a tool. `undecided`: a condition does not split into cells. */
export type AskedOften = "never" | "sometimes" | "always" | "undecided";

/** A tool that can be called with a permission and could not be without it. */
export interface GainedTool {
  readonly name: string;
  readonly asked: AskedOften;
  readonly effects: readonly EffectKind[];
}

/** What a caller gains by permissions. */
export interface Gain {
  readonly granted: readonly string[];
  readonly held: readonly string[];
  readonly tools: readonly GainedTool[];
  /** Pairs of a tool that reads private data and one that sends data out: those that are new, and how many of them nobody is asked about. */
  readonly chains: { readonly all: number; readonly unasked: number };
  /** The shortest new path to harm that nobody is asked about; undefined if there is none. */
  readonly harm?: readonly ToolCall[];
  /** The least that rules out every new path on which private data leaves unasked. */
  readonly cut?: Cut;
  /** Tools of which a part is not decided; they are counted as asked. */
  readonly undecided: readonly string[];
}

/** `withhold`: one permission without which no such path is left. `ask`: tools before which a person has to be asked. */
export type Cut =
  | { readonly kind: "withhold"; readonly permission: string }
  | { readonly kind: "ask"; readonly tools: readonly string[] };

/** What one caller can do, as far as chains depend on it. */
interface Reach {
  readonly readers: ReadonlySet<ToolContract>;
  readonly senders: ReadonlySet<ToolContract>;
  readonly leaks: ReadonlySet<ToolContract>;
}

/** Finds what a caller with the permissions `held` gains by those that are granted. Takes time linear in the tools. */
export function whatIf(manifest: Manifest, granted: readonly string[], held: readonly string[]): Gain {
  const before = callable(manifest, held);
  const after = callable(manifest, [...held, ...granted]);
  const known = new Set(before);
  const gained = after.filter((tool) => !known.has(tool));
  const rows = gained.map((tool) => ({ name: tool.name, asked: askedOften(tool), effects: effectsOf(tool) }));
  const is = reachOf(after);
  const was = within(is, known);
  const [[allBefore, unaskedBefore], [all, unasked]] = [pairsOf(was), pairsOf(is)];
  const harm = shortestHarm(gained, was, is);
  const cut = unasked > unaskedBefore ? cheapestCut(is, [...granted, ...held]) : undefined;
  return {
    granted,
    held,
    tools: rows,
    chains: { all: all - allBefore, unasked: unasked - unaskedBefore },
    ...(harm && { harm }),
    ...(cut && { cut }),
    undecided: rows.filter(({ asked }) => asked === "undecided").map(({ name }) => name),
  };
}

/** How many chains there are, and how many of them end in a call that nobody is asked about. */
function pairsOf({ readers, senders, leaks }: Reach): readonly [number, number] {
  return [readers.size * senders.size, readers.size * leaks.size];
}

function callable({ tools }: Manifest, permissions: readonly string[]): readonly ToolContract[] {
  const has = new Set(permissions);
  return tools.filter(
    ({ riskLevel, permissions: needed }) =>
      riskLevel !== "forbidden" && needed.every((each) => has.has(each)),
  );
}

function askedOften(tool: ToolContract): AskedOften {
  const { conditions, factsOf } = readTool(tool, "asks");
  if (conditions.length === 0) return factsOf([]).isAsked ? "always" : "never";
  const [asked, unasked] = [true, false].map(
    (isAsked) => findCall(tool, "asks", (facts) => facts.isAsked === isAsked).verdict,
  );
  if (unasked === "proved") return "always";
  if (asked === "proved") return "never";
  return asked === "counterexample" && unasked === "counterexample" ? "sometimes" : "undecided";
}

function effectsOf({ sideEffects, refinements = [] }: ToolContract): readonly EffectKind[] {
  const all = [sideEffects, ...refinements.map((refinement) => refinement.sideEffects)].flat();
  return [...new Set(all.map(({ kind }) => kind))];
}

function reachOf(tools: readonly ToolContract[]): Reach {
  const having = (matches: (tool: ToolContract) => boolean): ReadonlySet<ToolContract> =>
    new Set(tools.filter(matches));
  return {
    readers: having((tool) => may(tool, readsPrivate)),
    senders: having((tool) => may(tool, ({ contract }) => flowOf(contract).sendsOut)),
    leaks: having((tool) => may(tool, sendsUnasked)),
  };
}

/** The reach of a caller who can call only these tools. */
function within({ readers, senders, leaks }: Reach, tools: ReadonlySet<ToolContract>): Reach {
  const kept = (set: ReadonlySet<ToolContract>): ReadonlySet<ToolContract> =>
    new Set([...set].filter((tool) => tools.has(tool)));
  return { readers: kept(readers), senders: kept(senders), leaks: kept(leaks) };
}

function may(tool: ToolContract, isSuch: (facts: CallFacts) => boolean): boolean {
  const { conditions, factsOf } = readTool(tool, "asks");
  const imagined = anyOutcomes(conditions.length)?.map((outcomes) => isSuch(factsOf(outcomes)));
  if (imagined && imagined.every((each) => each === imagined[0])) return imagined[0] === true;
  return findCall(tool, "asks", isSuch).verdict === "counterexample";
}

const harmful = ["deletes", "grants", "pays", "refunds", "calls", "sends"].map(
  (word) => deeds[word] ?? (() => false),
);

/** One unasked call with a harmful effect; else one call, or two, by which private data leaves unasked. */
function shortestHarm(
  gained: readonly ToolContract[],
  was: Reach,
  is: Reach,
): readonly ToolCall[] | undefined {
  for (const tool of gained) {
    const call = callOf(tool, (facts) => !facts.isAsked && harmful.some((does) => does(facts.contract)));
    if (call) return [call];
  }
  const isNew = is.leaks.size > was.leaks.size || (is.readers.size > was.readers.size && is.leaks.size > 0);
  if (!isNew) return undefined;
  for (const tool of is.leaks) {
    const alone = callOf(tool, (facts) => sendsUnasked(facts) && readsPrivate(facts));
    if (alone && !was.leaks.has(tool)) return [alone];
  }
  const isGained = new Set(gained);
  const first = (tools: ReadonlySet<ToolContract>): ToolContract | undefined =>
    [...tools].find((tool) => isGained.has(tool)) ?? [...tools][0];
  const [reader, leak] = [first(is.readers), first(is.leaks)];
  const read = reader && callOf(reader, readsPrivate);
  const sent = leak && callOf(leak, sendsUnasked);
  return read && sent && [read, sent];
}

function callOf(tool: ToolContract, isSuch: (facts: CallFacts) => boolean): ToolCall | undefined {
  if (!may(tool, isSuch)) return undefined;
  const answer = findCall(tool, "asks", isSuch);
  return answer.verdict === "counterexample" ? { tool: tool.name, ...answer.call } : undefined;
}

/** A permission that all readers or all senders need; else the fewer of the two. */
function cheapestCut({ readers, leaks }: Reach, permissions: readonly string[]): Cut {
  const permission = permissions.find((each) =>
    [readers, leaks].some((tools) => [...tools].every((tool) => tool.permissions.includes(each))),
  );
  if (permission !== undefined) return { kind: "withhold", permission };
  const fewer = readers.size < leaks.size ? readers : leaks;
  return { kind: "ask", tools: [...fewer].map(({ name }) => name) };
}

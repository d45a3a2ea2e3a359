import { type AgentView, type LegName, legNames, type TrifectaVerdict } from "./agent-view.ts";

/** The three capabilities, as the compiler's rules name them. */
export const legWords: Readonly<
  Record<LegName, { readonly title: string; readonly can: string; readonly tools: string }>
> = {
  reads: { title: "Private data", can: "read private data", tools: "read it" },
  returns: { title: "Untrusted content", can: "read untrusted content", tools: "return it" },
  sends: { title: "The outside", can: "send data out", tools: "send data there" },
};

export const verdictTitles: Readonly<Record<TrifectaVerdict, string>> = {
  unconfirmed: "Private data can leak, and nobody is asked (lethal trifecta)",
  confirmed: "Private data can leak only if a person says yes (lethal trifecta)",
  none: "No lethal trifecta",
};

const trifecta = `One session can ${listed(
  legNames.map((leg) => legWords[leg].can),
  "and",
)}.`;

/** Why the verdict is what it is. */
export function verdictSentence({ verdict, legs }: AgentView): string {
  if (verdict === "unconfirmed")
    return `${trifecta} Untrusted content can make the agent write private data into an address that it then fetches.`;
  if (verdict === "confirmed")
    return `${trifecta} Untrusted content can make the agent ask for a call that carries private data out. A person sees that call first, in the inbox or in a form of the client (which must be honest), or has approved it beforehand (standing approval).`;
  const missing = legNames.filter((leg) => legs[leg].tools.length === 0);
  return `This agent cannot ${listed(
    missing.map((leg) => legWords[leg].can),
    "or",
  )}.`;
}

/** Who stands between the session and the outside. */
export function approvalSentence({ legs, approved: { byServer, byGuard } }: AgentView): string {
  const all = legs.sends.tools.length;
  if (all === 0) return "";
  const guard =
    byGuard === byServer ? "" : `, and with the client's default guard before ${partOf(byGuard, all)}`;
  const early = byServer === 0 ? "" : ", unless one approved it beforehand";
  return `The server asks a person before every call of ${partOf(byServer, all)}${early}${guard}.`;
}

/** `12 of 40 tools`: the line that is read out after each change. */
export function reachSentence(view: AgentView, held: number, permissions: number, tools: number): string {
  const holding = held === permissions ? `all ${held}` : `${held} of ${permissions}`;
  return `With ${holding} permissions, the agent reaches ${view.reached.length} of ${tools} tools.`;
}

/** How many names of permissions are shown; a button takes all of them. */
const shownNames = 8;

/** The first of these names, and how many more there are. `all`: words before names of which one is not enough. */
export function shortened(names: readonly string[]): {
  readonly first: readonly string[];
  readonly more: string;
  readonly all: string;
} {
  const all = names.length > 1 ? `all ${names.length} of ` : "";
  const more = names.length - shownNames;
  return more > 1
    ? { first: names.slice(0, shownNames), more: ` and ${more} more`, all }
    : { first: names, more: "", all };
}

function partOf(count: number, all: number): string {
  return count === all
    ? all === 1
      ? "it"
      : `all ${all}`
    : count === 0
      ? "none of them"
      : `${count} of ${all}`;
}

function listed(words: readonly string[], last: "and" | "or"): string {
  const [end = "", ...before] = words.toReversed();
  return before.length === 0 ? end : `${before.toReversed().join(", ")} ${last} ${end}`;
}

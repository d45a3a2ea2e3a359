import { effectWords } from "@proviso/manifest";
import { doesUnasked } from "../facts/does-unasked.ts";
import type { PageFacts } from "../facts/page-facts.ts";

/** A facet of tools with its values. */
export interface ExplorerFacet {
  /** Its name in the address. */
  readonly name: string;
  readonly title: string;
  /** Whether a tool can have several of the values; then "all" can be chosen. */
  readonly several: boolean;
  readonly open: boolean;
  readonly values: readonly FacetValue[];
}

export interface FacetValue {
  /** Its name in the address. */
  readonly value: string;
  readonly label: string;
  /** The tools with this value of the facet. */
  readonly tools: ReadonlySet<PageFacts>;
}

interface FacetQuestion {
  readonly name: string;
  readonly title: string;
  readonly several?: true;
  readonly open?: true;
  readonly answers: (tool: PageFacts) => readonly string[];
  /** The order of the facet's values; alphabetical without it. */
  readonly order?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
}

const askedFacet = { always: "every time", sometimes: "for some calls", never: "never" };

export const facetQuestions: readonly FacetQuestion[] = [
  {
    name: "risk",
    title: "Risk",
    open: true,
    answers: ({ riskLevel }) => [riskLevel],
    order: ["critical", "high", "medium", "low", "forbidden"],
  },
  {
    name: "does",
    title: "What it does",
    several: true,
    open: true,
    answers: (tool) => tool.does,
    order: effectWords,
  },
  {
    name: "server",
    title: "The server asks a person",
    open: true,
    answers: (tool) => (tool.asked ? [tool.asked.server] : []),
    order: Object.keys(askedFacet),
    labels: askedFacet,
  },
  {
    name: "unasked",
    title: "What it does without a person",
    several: true,
    answers: (tool) => doesUnasked(tool, "server"),
    order: effectWords,
  },
  { name: "approved", title: "Who may approve", several: true, answers: approversOf },
  {
    name: "limit",
    title: "Limit",
    answers: ({ asked, limits }) => (asked ? [limits ? "limited" : "no limit"] : []),
  },
  {
    name: "flow",
    title: "Data",
    several: true,
    open: true,
    answers: flowsOf,
    order: ["reads private data", "returns text of outsiders", "leaves the system", "may let outsiders in"],
  },
  { name: "undo", title: "Can be undone", answers: undoOf, order: ["no", "yes"] },
  { name: "also", title: "Also", several: true, answers: featuresOf },
  { name: "permission", title: "Permission", several: true, answers: permissionsOf },
  { name: "requirement", title: "Requirement", several: true, answers: ({ requirements }) => requirements },
  { name: "category", title: "Category", answers: ({ category }) => [category] },
  { name: "domain", title: "Domain", answers: ({ domain }) => [domain] },
  { name: "owner", title: "Owner", answers: ({ owner }) => [owner ?? "nobody named"] },
];

/** The facets in which these tools differ. */
export function facetsOf(tools: readonly PageFacts[]): readonly ExplorerFacet[] {
  return facetQuestions.flatMap(({ name, title, several = false, open = false, answers, order, labels }) => {
    const toolsByValue = new Map<string, Set<PageFacts>>();
    for (const tool of tools)
      for (const answer of answers(tool))
        toolsByValue.set(answer, (toolsByValue.get(answer) ?? new Set()).add(tool));
    const values = (
      order?.filter((value) => toolsByValue.has(value)) ?? [...toolsByValue.keys()].toSorted()
    ).map((value) => ({
      value,
      label: labels?.[value] ?? value,
      tools: toolsByValue.get(value) ?? new Set<PageFacts>(),
    }));
    return values.length === 0 ? [] : [{ name, title, several, open, values }];
  });
}

/** Of a refined tool: in some calls each. */
function approversOf({ approvedBy }: PageFacts): readonly string[] {
  const parts = approvedBy.split("; ");
  return [...new Set(parts.flatMap((part) => /^(?:if .*?: |else: )?(by .*)$/.exec(part)?.[1] ?? []))];
}

function flowsOf({ does, readsPrivate, returnsUntrusted, leavesSystem }: PageFacts): readonly string[] {
  return [
    ...(readsPrivate ? ["reads private data"] : []),
    ...(returnsUntrusted ? ["returns text of outsiders"] : []),
    ...(leavesSystem ? ["leaves the system"] : []),
    // A contract does not say whom a grant is for.
    ...(does.includes("grants access") ? ["may let outsiders in"] : []),
  ];
}

/** The value of tools that every caller may use. */
export const noPermission = "none needed";

function permissionsOf({ permissions, asked, people }: PageFacts): readonly string[] {
  return asked && permissions.length === 0 ? [noPermission] : (people ?? permissions);
}

function undoOf({ canBeUndone }: PageFacts): readonly string[] {
  return canBeUndone === undefined ? [] : [canBeUndone ? "yes" : "no"];
}

function featuresOf({
  agentic,
  idempotent,
  idempotentWithKey,
  dryRun,
  stepUp,
  strongLogIn,
  logIn,
  asked,
}: PageFacts): readonly string[] {
  return [
    ...(agentic ? ["acts in several steps"] : []),
    ...(idempotent ? ["safe to repeat by its arguments"] : []),
    ...(idempotentWithKey ? ["safe to repeat only with a key"] : []),
    ...(asked && !idempotent && !idempotentWithKey ? ["not safe to repeat"] : []),
    ...(dryRun === "none" ? [] : [`dry run ${dryRun}`]),
    ...(stepUp === "never" || logIn.startsWith("level ")
      ? []
      : [`fresh log-in ${stepUp === "always" ? "always" : "for some calls"}`]),
    ...(strongLogIn ? ["stronger log-in (such as mfa)"] : []),
  ];
}

/** Common searches, as addresses of the page. */
export const views: readonly { readonly label: string; readonly query: string }[] = [
  { label: "The server asks nobody, for some calls or all", query: "server=never,sometimes" },
  {
    label: "Changes something without a person, in some calls or all",
    query: `unasked=${effectWords
      .filter((word) => word !== "only reads")
      .join(",")
      .replaceAll(" ", "+")}&match=any`,
  },
  { label: "Erases or overwrites", query: "does=erases,overwrites&match=any" },
  { label: "Cannot be undone", query: "undo=no" },
  { label: "Moves money", query: "does=pays,refunds&match=any" },
  { label: "Reaches outsiders", query: "flow=leaves+the+system,may+let+outsiders+in&match=any" },
  { label: "Private data and the way out", query: "flow=reads+private+data,leaves+the+system" },
  { label: "Forbidden", query: "risk=forbidden" },
];

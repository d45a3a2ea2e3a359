import { canonicalJson, compareApprovers, riskLevels } from "@proviso/manifest";
import type { Json, JsonObject } from "@proviso/manifest";
import { asObject } from "../json/json.ts";
import type { ToolDefinition } from "./tool-definition.ts";

/** What a change means for safety. `loosened`: the tool is, or may be, less strict than before. */
export type Verdict = "loosened" | "tightened" | "changed";

export interface Change {
  /** What differs, such as `riskLevel`, `hints.readOnlyHint` or `description`. */
  readonly what: string;
  readonly verdict: Verdict;
}

type CompareField = (before: Json | undefined, after: Json | undefined) => Verdict;

/** Compares by strictness. `same` is the result for different values of equal strictness. */
function compareByRank(rankOf: (value: Json | undefined) => number, same: Verdict = "changed"): CompareField {
  return (before, after) => {
    const [was, is] = [rankOf(before), rankOf(after)];
    if (is === was) return same;
    return is > was ? "tightened" : "loosened";
  };
}

const compareByRisk = compareByRank((level) => (riskLevels as readonly (Json | undefined)[]).indexOf(level));
/** Which of two conditions asks more often cannot be determined. */
const compareByGate = compareByRank(
  (gate) => ["never", "when", "always"].indexOf(String(asObject(gate)?.["kind"])),
  "loosened",
);
/** How often a person is asked, and who approves where. */
const compareByConfirmation: CompareField = (before, after) => {
  const [was, is] = [asObject(before) ?? {}, asObject(after) ?? {}];
  const approvers = is["kind"] === "never" ? "loosened" : compareApprovers(was, is);
  const isAskedAlike = was["kind"] === is["kind"] && was["condition"] === is["condition"];
  if (approvers === "loosened" || (isAskedAlike && approvers === "tightened")) return approvers;
  return compareByGate(before, after);
};
const compareByDryRun = compareByRank((dryRun) =>
  ["supported", "required"].indexOf(String(asObject(dryRun)?.["mode"])),
);
const yesIsStrict = compareByRank((value) => (value === false ? 0 : 1));
const noIsStrict = compareByRank((value) => (value === true ? 0 : 1));
const unclearChange: CompareField = () => "loosened";
const neutralChange: CompareField = () => "changed";
/** Removing the contract removes all its promises. */
const compareByPresence: CompareField = (_, after) => (after === null ? "loosened" : "changed");
/** Without the argument `dryRun`, no plan can be requested. */
const compareByDryRunArgument: CompareField = (before, after) =>
  offersDryRun(before) && !offersDryRun(after) ? "loosened" : "changed";

/** Whether an input schema takes `dryRun`. */
export function offersDryRun(schema: Json | undefined): boolean {
  return Object.hasOwn(asObject(asObject(schema)?.["properties"]) ?? {}, "dryRun");
}

/** Removed entries loosen; only added entries tighten. */
const compareByEntries: CompareField = (before, after) => {
  const [was, is] = [fieldEntries(before), fieldEntries(after)];
  if (![...was].every((entry) => is.has(entry))) return "loosened";
  return is.size > was.size ? "tightened" : "changed";
};

function fieldEntries(list: Json | undefined): Set<string> {
  return new Set((Array.isArray(list) ? list : []).map((entry) => canonicalJson(entry)));
}

/** The fields of seed 001 and SEP-1938 that decide how strict a tool is. Changes of other fields are neutral. */
const contractComparisons: Readonly<Record<string, CompareField>> = {
  riskLevel: compareByRisk,
  autonomousExecution: noIsStrict,
  confirmation: compareByConfirmation,
  stepUpAuth: compareByGate,
  permissions: compareByEntries,
  requirements: compareByEntries,
  sideEffects: compareByEntries,
  dryRun: compareByDryRun,
  refinements: unclearChange,
};
const hintComparisons: Readonly<Record<string, CompareField>> = {
  readOnlyHint: noIsStrict,
  destructiveHint: yesIsStrict,
  idempotentHint: noIsStrict,
  openWorldHint: yesIsStrict,
  // An absent hint is no claim, and asks for no more than `false`.
  agencyHint: compareByRank((value) => (value === true ? 1 : 0)),
};
const dataFlowComparisons: Readonly<Record<string, CompareField>> = {
  readsPrivate: yesIsStrict,
  returnsUntrusted: yesIsStrict,
  sendsOut: yesIsStrict,
};

/** All differences in a fixed order; what a contract says as the tool beside it does is told once. Both definitions may hold anything. */
export function compareDefinitions(before: ToolDefinition, after: ToolDefinition): readonly Change[] {
  const [{ contract: was, hints: had, ...shownBefore }, { contract: is, hints: has, ...shownAfter }] = [
    before,
    after,
  ];
  const shown = [
    ...definitionDifferences("", shownBefore, shownAfter, { inputSchema: compareByDryRunArgument }),
    ...definitionDifferences("hints.", had, has, hintComparisons),
  ];
  if (!was || !is)
    return [
      ...shown,
      ...definitionDifferences("", { contract: was }, { contract: is }, { contract: compareByPresence }),
    ];
  const told = new Set(shown.map(({ what, verdict }) => `contract.${what} ${verdict}`));
  return [
    ...shown,
    ...compareContracts(was, is).filter(({ what, verdict }) => !told.has(`${what} ${verdict}`)),
  ];
}

function compareContracts(before: JsonObject, after: JsonObject): readonly Change[] {
  const { hints: had, dataFlow: flowed, ...was } = before;
  const { hints: has, dataFlow: flows, ...is } = after;
  return [
    ...definitionDifferences("contract.", was, is, contractComparisons),
    ...definitionDifferences("contract.hints.", asObject(had) ?? {}, asObject(has) ?? {}, hintComparisons),
    ...definitionDifferences(
      "contract.dataFlow.",
      asObject(flowed) ?? {},
      asObject(flows) ?? {},
      dataFlowComparisons,
    ),
  ];
}

function definitionDifferences(
  prefix: string,
  before: JsonObject,
  after: JsonObject,
  compares: Readonly<Record<string, CompareField>>,
): readonly Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted().flatMap((key) => {
    const was = Object.hasOwn(before, key) ? before[key] : undefined;
    const is = Object.hasOwn(after, key) ? after[key] : undefined;
    if (canonicalJson([was ?? null]) === canonicalJson([is ?? null])) return [];
    const compare = (Object.hasOwn(compares, key) && compares[key]) || neutralChange;
    return [{ what: prefix + key, verdict: compare(was, is) }];
  });
}

/** One loosened change loosens the whole; only if all tighten, the whole tightens. */
export function verdictOf(changes: readonly Change[]): Verdict {
  if (changes.some(({ verdict }) => verdict === "loosened")) return "loosened";
  return changes.length > 0 && changes.every(({ verdict }) => verdict === "tightened")
    ? "tightened"
    : "changed";
}

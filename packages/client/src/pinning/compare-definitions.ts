import { type Json, type JsonObject, canonicalJson, compareApprovers, riskLevels } from "@proviso/manifest";
import type { Difference } from "../connection/connection.ts";
import { asObject } from "../connection/json.ts";
import type { ToolDefinition } from "./tool-definition.ts";

/** What a change means for safety. */
export type DefinitionVerdict = Difference["verdict"];
export type DefinitionChange = Difference;

type CompareField = (pinnedValue: Json | undefined, listedValue: Json | undefined) => DefinitionVerdict;

/** Compares fields by strictness. `same` is the verdict on different values of equal strictness. */
function compareByRank(
  rankOf: (fieldValue: Json | undefined) => number,
  same: DefinitionVerdict = "changed",
): CompareField {
  return (pinnedValue, listedValue) => {
    const [pinnedRank, listedRank] = [rankOf(pinnedValue), rankOf(listedValue)];
    if (listedRank > pinnedRank) return "tightened";
    return listedRank < pinnedRank ? "loosened" : same;
  };
}

const compareByRisk = compareByRank((level) => (riskLevels as readonly (Json | undefined)[]).indexOf(level));
/** Which of two conditions asks more often cannot be determined. */
const compareByGate = compareByRank(
  (gate) => ["never", "when", "always"].indexOf(String(asObject(gate)?.["kind"])),
  "loosened",
);
/** How often a person is asked, and who approves where. */
const compareByConfirmation: CompareField = (pinnedValue, listedValue) => {
  const [pinned, listed] = [asObject(pinnedValue) ?? {}, asObject(listedValue) ?? {}];
  const approvers = listed["kind"] === "never" ? "loosened" : compareApprovers(pinned, listed);
  const isAskedAlike = pinned["kind"] === listed["kind"] && pinned["condition"] === listed["condition"];
  if (approvers === "loosened" || (isAskedAlike && approvers === "tightened")) return approvers;
  return compareByGate(pinnedValue, listedValue);
};
const compareByDryRun = compareByRank((dryRun) =>
  ["supported", "required"].indexOf(String(asObject(dryRun)?.["mode"])),
);
const yesIsStrict = compareByRank((fieldValue) => (fieldValue === false ? 0 : 1));
const noIsStrict = compareByRank((fieldValue) => (fieldValue === true ? 0 : 1));
const unclearChange: CompareField = () => "loosened";
const neutralChange: CompareField = () => "changed";
/** Compares presence: removing the contract removes all its promises. */
const compareByPresence: CompareField = (_, listedValue) => (listedValue === null ? "loosened" : "changed");
/** Compares whether a plan can be requested, which needs the argument `dryRun`. */
const compareByDryRunArgument: CompareField = (pinnedValue, listedValue) =>
  offersDryRun(pinnedValue) && !offersDryRun(listedValue) ? "loosened" : "changed";

/** Whether an input schema takes `dryRun`. */
export function offersDryRun(schema: Json | undefined): boolean {
  return Object.hasOwn(asObject(asObject(schema)?.["properties"]) ?? {}, "dryRun");
}

/** Compares lists: any removed entry loosens; only added entries tighten. */
const compareByEntries: CompareField = (pinnedValue, listedValue) => {
  const [pinned, listed] = [fieldEntries(pinnedValue), fieldEntries(listedValue)];
  if (![...pinned].every((entry) => listed.has(entry))) return "loosened";
  return listed.size > pinned.size ? "tightened" : "changed";
};

function fieldEntries(list: Json | undefined): Set<string> {
  return new Set((Array.isArray(list) ? list : []).map((entry) => canonicalJson(entry)));
}

/** How each field of an object is compared, or the fields of one that is an object itself. Changes of other fields are neutral. */
interface Comparisons {
  readonly [field: string]: CompareField | Comparisons;
}

const hintComparisons: Comparisons = {
  readOnlyHint: noIsStrict,
  destructiveHint: yesIsStrict,
  idempotentHint: noIsStrict,
  openWorldHint: yesIsStrict,
  // An absent hint is no claim, and asks for no more than `false`.
  agencyHint: compareByRank((fieldValue) => (fieldValue === true ? 1 : 0)),
};
/** The fields of seed 001 and SEP-1938 that decide how strict a tool is. */
const contractComparisons: Comparisons = {
  riskLevel: compareByRisk,
  autonomousExecution: noIsStrict,
  confirmation: compareByConfirmation,
  stepUpAuth: compareByGate,
  permissions: compareByEntries,
  requirements: compareByEntries,
  sideEffects: compareByEntries,
  dryRun: compareByDryRun,
  refinements: unclearChange,
  hints: hintComparisons,
  dataFlow: { readsPrivate: yesIsStrict, returnsUntrusted: yesIsStrict, sendsOut: yesIsStrict },
};

/** Returns all differences in a fixed order, one of contract and tool once. Accepts any JSON. */
export function compareDefinitions(
  pinnedTool: ToolDefinition,
  listedTool: ToolDefinition,
): readonly DefinitionChange[] {
  const [{ contract: pinned, ...shownBefore }, { contract: listed, ...shownAfter }] = [
    pinnedTool,
    listedTool,
  ];
  const shown = definitionDifferences("", shownBefore, shownAfter, {
    inputSchema: compareByDryRunArgument,
    hints: hintComparisons,
  });
  const promised = definitionDifferences(
    "",
    { contract: pinned },
    { contract: listed },
    { contract: pinned && listed ? contractComparisons : compareByPresence },
  );
  const told = new Set(shown.map(({ what, verdict }) => `contract.${what} ${verdict}`));
  return [...shown, ...promised.filter(({ what, verdict }) => !told.has(`${what} ${verdict}`))];
}

/** Returns the changed texts of a tool, for definitions that can differ only in texts. */
export function changedWords(before: ToolDefinition, listed: ToolDefinition): readonly DefinitionChange[] {
  return definitionDifferences("", wordsOf(before), wordsOf(listed), {});
}

function wordsOf({ title, description, inputSchema, outputSchema }: ToolDefinition): JsonObject {
  return { title, description, inputSchema, outputSchema };
}

function definitionDifferences(
  prefix: string,
  pinnedFields: JsonObject,
  listedFields: JsonObject,
  compares: Comparisons,
): readonly DefinitionChange[] {
  return [...new Set([...Object.keys(pinnedFields), ...Object.keys(listedFields)])]
    .toSorted()
    .flatMap((key) => {
      const pinned = Object.hasOwn(pinnedFields, key) ? pinnedFields[key] : undefined;
      const listed = Object.hasOwn(listedFields, key) ? listedFields[key] : undefined;
      if (canonicalJson([pinned ?? null]) === canonicalJson([listed ?? null])) return [];
      const compare = (Object.hasOwn(compares, key) && compares[key]) || neutralChange;
      const what = prefix + key;
      if (typeof compare === "function") return [{ what, verdict: compare(pinned, listed) }];
      return definitionDifferences(`${what}.`, asObject(pinned) ?? {}, asObject(listed) ?? {}, compare);
    });
}

/** Returns `loosened` if any change loosens, `tightened` if all tighten, otherwise `changed`. */
export function verdictOf(changes: readonly DefinitionChange[]): DefinitionVerdict {
  if (changes.some(({ verdict }) => verdict === "loosened")) return "loosened";
  return changes.length > 0 && changes.every(({ verdict }) => verdict === "tightened")
    ? "tightened"
    : "changed";
}

import type { GateField, ToolContract } from "@proviso/manifest";
import type { FoundChange } from "./change.ts";
import { callsText, type ConditionDifference, compareConditions } from "./compare-conditions.ts";
import { directedId } from "./directed-id.ts";
import { json, shown } from "./json-value.ts";

/** The words for the gates, and for calls about which only the earlier or only the later one asks. */
interface GateWords {
  /** What the ids begin with. */
  readonly name: string;
  readonly asks: string;
  readonly calls: readonly [noLonger: string, newly: string];
}

/** From free to strict. */
const gateKinds = ["never", "when", "always"];

/** Compares when something is asked: before more or fewer calls, or under another condition. */
export function gateChanges(
  field: GateField,
  { name, asks, calls }: GateWords,
  tools: readonly [ToolContract, ToolContract],
): readonly FoundChange[] {
  const [was, is] = [tools[0][field], tools[1][field]];
  if (was.kind !== is.kind) {
    const isLooser = gateKinds.indexOf(is.kind) < gateKinds.indexOf(was.kind);
    const says = `${asks} ${isLooser ? "less" : "more"} often: \`${field}\` was \`${was.kind}\` and is \`${is.kind}\``;
    return [{ id: directedId(name, isLooser), path: field, before: json(was), after: json(is), says }];
  }
  if (was.kind !== "when" || is.kind !== "when" || was.condition === is.condition) return [];
  const [before, after] = [was.condition, is.condition];
  const compared = compareConditions({ before, after, tools, appliesOnError: true });
  const says = `${asks} under another condition: ${shown(after)} instead of ${shown(before)}${callsText(compared, calls)}`;
  const id = `${name}-${ofConditions[compared.difference]}`;
  return [{ id, path: `${field}.condition`, before, after, says }];
}

const ofConditions: Readonly<Record<ConditionDifference, string>> = {
  wider: "tightened",
  narrower: "loosened",
  same: "condition-rewritten",
  unclear: "condition-changed",
};

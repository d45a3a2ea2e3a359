import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import type { Change, Judgement, Step, Tool } from "../model.ts";

export const survived: Judgement = { kind: "survived" };
export const isVoid: Judgement = { kind: "void" };

export function refuted(observed: string): Judgement {
  return { kind: "refuted", observed };
}

/** Changes that are effects: not requests that only read, and not the audit trail, which every call writes. */
export function effectsIn(steps: readonly Step[]): readonly Change[] {
  return steps.flatMap(({ changes }) =>
    changes.filter(({ kind, oracle }) => kind !== "asked" && oracle !== "audit"),
  );
}

const shownChanges = 3;

/** Changes in words, such as "files: added a.txt; removed b.txt". */
export function changesText(changes: readonly Change[]): string {
  const texts = changes.slice(0, shownChanges).map(({ oracle, kind, what }) => `${oracle}: ${kind} ${what}`);
  const more = changes.length - shownChanges;
  return texts.join("; ") + (more > 0 ? `; and ${more} more` : "");
}

/** A field of the tool's contract; undefined without a contract. */
export function contractField(tool: Tool | undefined, name: string): Json | undefined {
  return tool?.contract?.[name];
}

export function contractList(tool: Tool | undefined, name: string): readonly Json[] {
  const list = contractField(tool, name);
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}

/** Kinds of side effect that the contract declares; undefined without a contract. */
export function declaredEffects(tool: Tool | undefined): readonly string[] | undefined {
  if (!tool?.contract) return undefined;
  return contractList(tool, "sideEffects").map((each) =>
    isObject(each) ? String(each["kind"]) : "unclassified",
  );
}

/** A field of an object in the contract, such as `kind` of `confirmation`. */
export function contractPart(tool: Tool | undefined, name: string): JsonObject {
  const part = contractField(tool, name);
  return isObject(part) ? part : {};
}

export const wasDone = ({ answer }: Step): boolean => answer.kind === "result";

/** Judges calls that must be refused: none may complete or change anything. */
export function judgeRefusal(steps: readonly Step[], who: string): Judgement {
  const done = steps.find(wasDone);
  if (done) return refuted(`the call completed ${who}`);
  const effects = effectsIn(steps);
  if (effects.length > 0)
    return refuted(`the call was refused and yet changed something: ${changesText(effects)}`);
  return steps.every(({ answer }) => answer.kind === "none") ? isVoid : survived;
}

export const needsOracle = "an oracle that watches what it could change, such as --watch-folder or --sqlite";

/** What is missing if nothing is watched but the audit trail. */
export function missingOracle(oracles: readonly string[]): string | undefined {
  return oracles.some((name) => name !== "audit" && name !== "client") ? undefined : needsOracle;
}

import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import type { Action, Caller, Change, Claim, Clause, Step, Tool } from "../model.ts";

/** Returns a claim if it is made. */
export function claimIf(
  isMade: boolean,
  text: string,
  source: Claim["source"] = "contract",
): Claim | undefined {
  return isMade ? { text, source } : undefined;
}

/** A clause's `judge`: what `observe` returns refutes the claim; else it survives if a step `shows` something. */
export function judging(
  observe: (...given: Parameters<Clause["judge"]>) => string | undefined,
  shows: (step: Step) => boolean = wasDone,
): Clause["judge"] {
  return (tool, steps, world) => {
    const observed = observe(tool, steps, world);
    if (observed !== undefined) return { kind: "refuted", observed };
    return { kind: steps.some(shows) ? "survived" : "void" };
  };
}

export const wasDone = ({ answer }: Step): boolean => answer.kind === "result";
export const wasAnswered = ({ answer }: Step): boolean => answer.kind !== "none";

/** A call of the tool, or of nothing for a claim about the server. */
export function callOf(
  tool: Tool | undefined,
  args: JsonObject,
  rest: { readonly as?: Caller; readonly key?: string } = {},
): Action & { readonly kind: "call" } {
  return { kind: "call", tool: tool?.name ?? "", arguments: args, ...rest };
}

/** Changes that are effects: not requests that only read, and not the audit trail, which every call writes. */
export function effectsIn(steps: readonly Step[]): readonly Change[] {
  return changesIn(steps).filter(({ kind, oracle }) => kind !== "asked" && oracle !== "audit");
}

export function changesIn(steps: readonly Step[]): readonly Change[] {
  return steps.flatMap(({ changes }) => changes);
}

const shownChanges = 3;

/** A sentence such as "a call changed something: files: added a.txt; removed b.txt"; undefined without changes. */
export function told(what: string, changes: readonly Change[]): string | undefined {
  const texts = changes.slice(0, shownChanges).map((each) => `${each.oracle}: ${each.kind} ${each.what}`);
  const more = changes.length - shownChanges;
  return texts.length === 0
    ? undefined
    : `${what}: ${texts.join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
}

/** A list in the tool's contract; empty if there is none. */
export function contractList(tool: Tool | undefined, name: string): readonly Json[] {
  const list = tool?.contract?.[name];
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}

/** An object in the contract, such as `confirmation`; empty if there is none. */
export function contractPart(tool: Tool | undefined, name: string): JsonObject {
  const part = tool?.contract?.[name];
  return isObject(part) ? part : {};
}

/** Kinds of side effect that the contract declares; undefined without a contract. */
export function declaredEffects(tool: Tool | undefined): readonly string[] | undefined {
  const effects = contractList(tool, "sideEffects");
  return tool?.contract && effects.map((each) => (isObject(each) ? String(each["kind"]) : "unclassified"));
}

/** A clause's `missing`, if nothing is watched but the audit trail. */
export const needsOracle: NonNullable<Clause["missing"]> = (_tool, { oracles }) =>
  oracles.some((name) => name !== "audit" && name !== "client")
    ? undefined
    : "an oracle that watches what it could change, such as --watch-folder or --sqlite";

import { type JsonObject, type Plan, canonicalJson, metaKeys } from "@proviso/manifest";
import { asObject } from "../connection/json.ts";

/** What a server's question says about its call. */
export interface QuestionNote {
  readonly tool: string;
  readonly fingerprint: string;
  readonly contractHash: string;
  readonly plan: Plan | undefined;
  readonly phrase: string | undefined;
}

/** Reads the note about a call in a question's `_meta`; undefined if it is about no call. */
export function readNote(meta: JsonObject): QuestionNote | undefined {
  const note = asObject(meta[metaKeys.confirmation]);
  if (!note) return undefined;
  const { tool, fingerprint, contractHash, plan, phrase } = note;
  return {
    tool: String(tool),
    fingerprint: String(fingerprint),
    contractHash: String(contractHash),
    plan: asObject(plan) as Plan | undefined,
    phrase: typeof phrase === "string" ? phrase : undefined,
  };
}

/** Whether the person has seen all of the server's plan. The estimated duration may differ. */
export function wasShown(server: Plan | undefined, seen: Plan | undefined): boolean {
  if (!server) return true;
  return seen !== undefined && planText(server) === planText(seen);
}

function planText(plan: Plan): string {
  return canonicalJson({ ...plan, estimatedDurationMs: 0 });
}

import { approvalPhrase } from "@proviso/manifest";
import type { JsonObject, ToolContract } from "@proviso/manifest";
import { unknownTool } from "../answer.ts";
import type { CatalogEntry } from "../catalog.ts";
import type { CallRequest } from "../confirm.ts";
import { canonicalCopy, fingerprint } from "../fingerprint.ts";
import { asObject } from "../json.ts";
import type { CallOptions } from "../options.ts";
import { refine } from "../refine.ts";
import type { FailedResult } from "../result.ts";
import { failed } from "../result.ts";
import type { OpenCall, Parts } from "./parts.ts";

/** The call as it will be decided, shown and sent. Not a call: there is no such tool, or the input is no JSON. */
export async function lookUp(
  parts: Parts,
  name: string,
  input: object,
  isPlan: boolean,
  options: CallOptions,
): Promise<OpenCall | FailedResult> {
  const catalog = await parts.catalog.current().catch(() => undefined);
  if (!catalog)
    return failed("transport_error", "The server could not be asked for its tools.", { retry: "after" });
  const entry = catalog.entries.get(name);
  if (!entry) return unknownTool(name);
  const copy = jsonCopy(input);
  if (!copy) return failed("refused_by_guard", "The input is not JSON, so nothing could be shown or sent.");
  return openCall(parts, entry, copy, isPlan, options);
}

function jsonCopy(input: object): JsonObject | undefined {
  try {
    return asObject(canonicalCopy(input));
  } catch {
    return undefined;
  }
}

async function openCall(
  parts: Parts,
  listed: CatalogEntry,
  copy: JsonObject,
  isPlan: boolean,
  options: CallOptions,
): Promise<OpenCall> {
  // `dryRun` is ours where there is a dry run: it is no part of what is approved.
  const { dryRun, ...declared } = copy;
  const args = "dryRun" in listed.standing ? declared : copy;
  const entry = { ...listed, standing: await refine(listed.standing, args) };
  const contract = "kind" in entry.standing ? undefined : entry.standing;
  const print = await fingerprint(args);
  const riskLevel = contract?.riskLevel ?? "unclassified";
  const { name, title, description } = entry.tool;
  const isCritical = contract ? riskLevel === "critical" : entry.shown.isCritical;
  const phrase = isCritical ? approvalPhrase(entry.shown.name, print) : undefined;
  return {
    entry,
    contract,
    options,
    confirm: options.confirm,
    signal: options.signal,
    dryRun: contract?.dryRun !== undefined && (isPlan || dryRun === true),
    fingerprint: print,
    shown: entry.shown,
    request: {
      kind: "call",
      tool: name,
      title,
      description,
      riskLevel,
      env: parts.options.env ?? "live",
      input: args,
      ...(contract ? effectsOf(contract) : {}),
      ...(entry.changes.length > 0 ? { changes: entry.changes } : {}),
      ...(phrase === undefined ? {} : { phrase }),
    },
  };
}

function effectsOf({ sideEffects }: ToolContract): Pick<CallRequest, "effects" | "irreversible"> {
  const irreversible = sideEffects.filter((effect) => !effect.reversible).map((effect) => effect.description);
  return { effects: sideEffects, irreversible };
}

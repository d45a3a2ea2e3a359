import { type JsonObject, type ToolContract, withDefaults } from "@proviso/manifest";
import { unknownTool } from "./read-response.ts";
import type { CallRequest } from "../ask/request.ts";
import type { CatalogEntry } from "../pinning/catalog.ts";
import { canonicalCopy, fingerprintOf } from "../connection/fingerprint.ts";
import { asObject } from "../connection/json.ts";
import { bounds, cutText } from "../connection/bounds.ts";
import { loadOutputCheck } from "./output-check.ts";
import type { CallOptions } from "./options.ts";
import { offersDryRun } from "../pinning/compare-definitions.ts";
import { refineSubject } from "../decide/refine-subject.ts";
import { type FailedResult, failed } from "./result.ts";
import { phraseFor, stricterRisk, wantsPhrase } from "./approval-phrase.ts";
import type { PreparedCall, GuardParts } from "./guard-parts.ts";

/** The call as it will be decided on, shown and sent; a failure if there is no such tool or the input is no JSON. */
export async function prepareCall(
  parts: GuardParts,
  name: string,
  input: object,
  isPlan: boolean,
  options: CallOptions,
): Promise<PreparedCall | FailedResult> {
  const catalog = await parts.catalog.current().catch((error: unknown) => inputFaultMessage(error));
  if (typeof catalog === "string")
    return failed("transport_error", `The server could not be asked for its tools: ${catalog}.`, {
      retry: "after",
    });
  const entry = catalog.find(name);
  if (!entry) return unknownTool(name);
  const copy = jsonCopy(input);
  if (!copy) return failed("refused_by_guard", "The input is not JSON, so nothing could be shown or sent.");
  return openPendingCall(parts, entry, copy, isPlan, options);
}

// Stryker disable all: no test can make our own module fail to load
function cannotCheck(error: unknown): FailedResult {
  const why = cutText(inputFaultMessage(error), bounds.message);
  return failed("refused_by_guard", `The check of outputs could not be loaded, so nothing was sent: ${why}`, {
    retry: "after",
  });
}
// Stryker restore all

function inputFaultMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the schema whose defaults apply: a server without contracts may treat `default` as an annotation. */
function callSchemaOf({ definition, named }: CatalogEntry, pinned: ToolContract | undefined): JsonObject {
  if (pinned) return pinned.inputSchema;
  return named.hashes.length > 0 && definition ? definition.inputSchema : {};
}

function jsonCopy(input: object): JsonObject | undefined {
  try {
    return asObject(canonicalCopy(input));
  } catch {
    return undefined;
  }
}

async function openPendingCall(
  parts: GuardParts,
  entry: CatalogEntry,
  copy: JsonObject,
  isPlan: boolean,
  options: CallOptions,
): Promise<PreparedCall | FailedResult> {
  const pinned = "kind" in entry.subject ? entry.subject.pinned : entry.subject;
  // If the tool has a dry run, `dryRun` is reserved and not part of what is approved.
  const { dryRun, ...declared } = copy;
  const given = pinned?.dryRun ? declared : copy;
  // The server applies defaults before any check, so the person must approve the input with them.
  const args = withDefaults(callSchemaOf(entry, pinned), given) ?? given;
  const subject = await refineSubject(entry.subject, args);
  const contract = "kind" in subject ? subject.pinned : subject;
  const late = await loadOutputCheck(contract).catch(cannotCheck);
  // Stryker disable next-line ConditionalExpression: no test can make our own module fail to load
  if (!("outputFault" in late)) return late;
  const print = await fingerprintOf(args);
  // A server that knows neither the plan's own tool nor the argument would execute the call instead of planning it.
  const offersPlan =
    contract?.dryRun !== undefined &&
    (!entry.definition || entry.planName !== undefined || offersDryRun(entry.definition.inputSchema));
  if (pinned?.dryRun && dryRun === true && !offersPlan)
    return failed(
      "refused_by_guard",
      `\`${entry.tool.name}\` offers no dry run any more, so nothing was sent.`,
    );
  return {
    entry,
    subject,
    contract,
    outputFault: late.outputFault,
    options,
    confirm: options.confirm,
    signal: options.signal,
    offersPlan,
    dryRun: offersPlan && (isPlan || dryRun === true),
    fingerprint: print,
    named: entry.named,
    request: {
      ...confirmRequestOf(parts, entry, { subject, contract, args, print }),
      ...(late.summary && { summary: late.summary(args) }),
    },
  };
}

interface AskedRequest extends Pick<PreparedCall, "subject" | "contract"> {
  readonly args: JsonObject;
  readonly print: string;
}

/** Everything shown to a person comes from the pinned contract, if there is one; the rest is marked as a claim. */
function confirmRequestOf(
  { options }: GuardParts,
  { tool, changes, named }: CatalogEntry,
  { subject, contract, args, print }: AskedRequest,
): PreparedCall["request"] {
  const { name, title, description, claims } = tool;
  return {
    kind: "call",
    tool: name,
    title,
    description,
    riskLevel: stricterRisk(contract?.riskLevel, claims),
    env: options.env ?? "live",
    ...(options.caller === undefined ? {} : { caller: options.caller }),
    input: args,
    ...(contract ? effectsOf(contract) : {}),
    ...(claims ? { claims } : {}),
    ...(changes.length > 0 ? { changes } : {}),
    ...(wantsPhrase(subject) ? { phrase: phraseFor(named.spoken, print) } : {}),
  };
}

function effectsOf({ sideEffects }: ToolContract): Pick<CallRequest, "effects" | "irreversible"> {
  const irreversible = sideEffects.filter((effect) => !effect.reversible).map((effect) => effect.description);
  return { effects: sideEffects, irreversible };
}

import type { JsonObject, JsonSchema, ToolContract } from "@proviso/manifest";
import type { Outcome, Refusal } from "../../api/outcome.ts";
import type { AuthorizedCall } from "../call/call.ts";
import type { Runtime } from "../runtime/runtime.ts";

type Completed = Extract<Outcome, { readonly kind: "completed" }>;

/**
 * Asks the tool that `reconcile` names for the outcome of the call `callId` with this input. Its result becomes the result of the
 * call, which then is completed. Returns undefined if the tool finds nothing, cannot be asked, or returns anything else: an effect
 * that is not there yet may still happen. Takes up to that tool's timeout.
 */
export async function lookUpOutcome(
  call: AuthorizedCall,
  callId: string,
  runtime: Runtime,
): Promise<Completed | undefined> {
  const { name, outputSchema = {} } = call.tool.contract;
  const answer = await askReader(call, callId, runtime);
  if (!answer) return undefined;
  const output = pickNamed(answer.output, Object.keys((outputSchema["properties"] ?? {}) as JsonObject));
  if (call.tool.checkOutput(output).length > 0) return undefined;
  call.history.reconciled = answer.reader;
  return { kind: "completed", tool: name, output, replayed: false };
}

/** What that tool returns for the call, or for the step's key, `callId`, with the tool's name. Undefined if it finds nothing. */
export async function askReader(
  call: AuthorizedCall,
  callId: string,
  { callTool, draining, tools }: Runtime,
): Promise<{ readonly reader: string; readonly output: JsonObject } | undefined> {
  const { reconcile: readerName } = call.tool.contract;
  const reader = tools.find((tool) => tool.name === readerName);
  // A server that shuts down begins no calls.
  if (!reader || draining.aborted) return undefined;
  const asked = pickNamed({ ...call.input, callId }, requiredIn(reader.inputSchema));
  const { principal } = call;
  const { traceparent } = call.options;
  const answer = await callTool(reader.name, asked, {
    principal,
    ...(traceparent !== undefined && { traceparent }),
  });
  return answer.kind === "completed" ? { reader: reader.name, output: answer.output } : undefined;
}

/** Advises no retry where nobody can tell what came of the call: the same key brings the same doubt. */
export function inDoubt({ tool }: AuthorizedCall, refusal: Refusal): Refusal {
  if (!("failure" in refusal) || tool.contract.reconcile !== undefined) return refusal;
  return { ...refusal, failure: { ...refusal.failure, retry: "never" } };
}

/** Whether a tool is named that finds out unknown outcomes. */
export function hasReader({ reconcile }: ToolContract): boolean {
  return reconcile !== undefined;
}

/** Whether it is not known if the call took effect. */
export function isUnknown(outcome: Outcome): boolean {
  return "failure" in outcome && outcome.failure.code === "outcome_unknown";
}

export function requiredIn(inputSchema: JsonSchema): readonly string[] {
  return (inputSchema["required"] ?? []) as readonly string[];
}

export function pickNamed(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
}

const anyObject = { type: "object" } as const;

/**
 * A contract without what is said of results, for handlers that do nothing: any object is one, unknown outcomes stay unknown,
 * and steps stay. It decides the same.
 */
export function withoutResults(given: ToolContract): ToolContract {
  const {
    reconcile: _reader,
    compensate: _undo,
    steps: _steps,
    result: _content,
    dryRun,
    ...contract
  } = given;
  return {
    ...contract,
    outputSchema: anyObject,
    ...(dryRun && { dryRun: { ...dryRun, preview: anyObject } }),
  };
}

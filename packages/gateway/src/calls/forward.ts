import { createHash } from "node:crypto";
import { listOf, objectOf, canonicalJson, flowOf, isObject, metaKeys } from "@proviso/manifest";
import type { Json, JsonObject, ToolContract } from "@proviso/manifest";
import { OutcomeUnknown, ToolFailure } from "@proviso/server";
import type { HandlerTable, PlanResult, ToolContext } from "@proviso/server";
import { loadSchemaChecks } from "@proviso/server/extension";
import { ledgerNote } from "../ledger/ledger.ts";
import { callContext } from "../relay/stages.ts";
import { renamed } from "../relay/routes.ts";
import { UpstreamError, UpstreamGone } from "../protocol/message.ts";
import { NotForwarded, request } from "../upstream/upstream.ts";
import { planWayOf, toolError, upstreamUnavailable, wholeResultSchema } from "../tools/enforced-contract.ts";
import type { PlanWay } from "../tools/enforced-contract.ts";
import type { GatewayTool } from "../tools/gateway-tool.ts";

type Context = ToolContext<unknown, unknown>;
type AnyHandler = HandlerTable<unknown>[string];

/** In `_meta` of a forwarded call: the id by which another tool can be asked about its outcome. */
const callIdKey = "dev.proviso/callId";

/**
 * The handler of a tool: it makes the same call of the upstream, and returns its whole result. `warn` is told of a result that does
 * not fit its contract and is passed on with a warning.
 */
export function forwarder(tool: GatewayTool, warn: (misfits: readonly string[]) => void): AnyHandler {
  const misfitsIn = tool.outputs === "warn" ? misfitsOf(tool) : undefined;
  const isRead = tool.enforced.sideEffects.length === 0;
  let isNoted = false;
  const execute = async (input: JsonObject, context: Context): Promise<JsonObject> => {
    // The clauses are the contract's, whose hash each record has: for reads, which are many, they are recorded once.
    if (!isRead || !isNoted)
      await context.audit("gateway.forwarded", { tool: tool.definition.name, ...ledgerNote(tool) });
    isNoted = true;
    const result = await callUpstream(tool, ownName(tool), input, context);
    const misfits = (await misfitsIn?.(result)) ?? [];
    if (misfits.length === 0) return result;
    warn(misfits);
    return warnedResult(result, misfits);
  };
  const way = tool.enforced.dryRun && planWayOf(tool.contract);
  if (!way) return execute as AnyHandler;
  const plan = (input: JsonObject, context: Context): Promise<PlanResult<JsonObject>> =>
    planByUpstream(tool, way, input, context);
  return { execute, plan } as AnyHandler;
}

/** The name that the upstream knows the tool by. */
function ownName({ definition, prefix }: GatewayTool): string {
  return definition.name.slice(prefix.length);
}

async function callUpstream(
  { contract, enforced, definition, prefix }: GatewayTool,
  name: string,
  input: JsonObject,
  { callId, signal, progress, idempotencyKey }: Context,
): Promise<JsonObject> {
  const context = callContext.getStore();
  const upstream = context?.session.upstreams.find((each) => each.prefix === prefix);
  if (!context || !upstream)
    throw new ToolFailure(upstreamUnavailable.code, "The call belongs to no connection of a host.");
  // Before the answer is there, so that no call is decided in between.
  context.session.observe(flowOf(contract));
  const key = idempotencyKey ?? keyOf(enforced, input);
  const meta = {
    ...context.meta,
    ...(enforced.sideEffects.length > 0 && { [callIdKey]: callId }),
    ...(key !== undefined && { [metaKeys.idempotencyKey]: key }),
  };
  // A tool of 2025-11-25 that only runs as a task: the gateway waits for it.
  const isTask = objectOf(definition["execution"])["taskSupport"] === "required";
  const noted = { ...(Object.keys(meta).length > 0 && { _meta: meta }), ...(isTask && { task: {} }) };
  try {
    const called = { name, arguments: input, ...noted };
    const answer = await request(upstream, "tools/call", called, { signal, onProgress: progress });
    const result = renamed(answer, upstream);
    if (result["isError"] !== true) return result;
    context.failed = { result };
    throw new ToolFailure(toolError.code, firstText(result["content"]));
  } catch (error) {
    if (error instanceof UpstreamError) {
      context.failed = { error: error.rpc };
      throw new ToolFailure(toolError.code, error.message);
    }
    // After a call with effects was sent, nobody knows whether it took effect: the stages say so.
    const isHarmless = error instanceof NotForwarded || enforced.sideEffects.length === 0;
    if (isHarmless && (error instanceof NotForwarded || error instanceof UpstreamGone))
      throw new ToolFailure(
        upstreamUnavailable.code,
        `The server behind the gateway cannot be reached: ${error.message}.`,
      );
    if (error instanceof UpstreamGone)
      throw new OutcomeUnknown(
        `The server behind the gateway did not answer (${error.message}): it is not known whether the call took effect.`,
        { cause: error },
      );
    throw error;
  }
}

/** The idempotency key of a call, made of the fields that the contract names. An upstream that knows keys can honour it. */
function keyOf({ idempotency, name }: ToolContract, input: JsonObject): string | undefined {
  if (!idempotency || idempotency.key.length === 0) return undefined;
  const fields = Object.fromEntries(idempotency.key.map((field) => [field, input[field] ?? null]));
  return createHash("sha256")
    .update(canonicalJson([name, fields]))
    .digest("hex");
}

/** The upstream is asked for its own preview; that it changes nothing is its word. */
async function planByUpstream(
  tool: GatewayTool,
  way: PlanWay,
  input: JsonObject,
  context: Context,
): Promise<PlanResult<JsonObject>> {
  const result =
    "tool" in way
      ? await callUpstream(tool, way.tool, input, context)
      : await callUpstream(tool, ownName(tool), { ...input, [way.argument]: true }, context);
  const preview = result["structuredContent"];
  if (!isObject(preview)) throw new TypeError("the upstream's dry run returned no structured content");
  return { ...preview, targets: preview };
}

/** What the stages record and replay of an error; the host gets all of it. */
function firstText(content: Json | undefined): string {
  const { text } = objectOf(listOf(content).find((each) => objectOf(each)["type"] === "text"));
  return typeof text === "string" ? text : toolError.description;
}

/** Names at most so many problems of one result. */
const maxProblems = 5;

/** Returns how a result differs from the tool's contract; empty if it fits. The schema is compiled with the first call. */
function misfitsOf({ contract }: GatewayTool): (result: JsonObject) => Promise<readonly string[]> {
  let check: Promise<(value: Json) => readonly { readonly path: string; readonly problem: string }[]>;
  return async (result) => {
    check ??= loadSchemaChecks().then((makeChecks) =>
      makeChecks()(() => wholeResultSchema(contract, "refuse")),
    );
    return (await check)(result)
      .slice(0, maxProblems)
      .map(({ path, problem }) => `${path} ${problem}`.trim());
  };
}

/** The result with a last block that says what does not fit. */
function warnedResult(result: JsonObject, misfits: readonly string[]): JsonObject {
  const text = `Warning of the gateway: this result does not fit the tool's contract: ${misfits.join("; ")}`;
  return { ...result, content: [...listOf(result["content"]), { type: "text", text }] };
}

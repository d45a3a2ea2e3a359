import { isForPeople, withoutForbidden, type ToolContract } from "@proviso/manifest";
import { inTime } from "../api/within.ts";
import { bindTool, type BoundTool } from "../tools/bind-tool.ts";
import type { Calls } from "./calls.ts";
import type { HandlerTable } from "../api/handler.ts";
import type { EnforcingServerOptions } from "../api/options.ts";
import type { EnforcingServer, InvokeOptions, Outcome, Refusal } from "../api/outcome.ts";
import { makeRuntime } from "./make-runtime.ts";
import { problemOfTimes } from "../canonical/principal-times.ts";
import { wholePrincipal } from "../canonical/whole-text.ts";
import { readCall, type AskedCall } from "./read-call.ts";
import { isInboxOnly } from "../pipeline/confirm/approval-places.ts";
import type { Answered, Next } from "../pipeline/call/stage.ts";
import type { InvokeTool, Runtime } from "../pipeline/runtime/runtime.ts";
import { withStrays } from "../pipeline/runtime/stray-rejections.ts";
import { type ToolTable, toolTable } from "../tools/tool-table.ts";
import { shutdown } from "./shutdown.ts";
import { stepTasks } from "./step-tasks.ts";
import { NotTied, tieOf } from "./tie-of.ts";
import { withPrograms } from "./with-programs.ts";

/**
 * Binds every tool of the manifest to its handler, resolvers and policies, and returns the only entry to the handlers. Throws a
 * TypeError if a handler or a resolver is missing, or a handler or policy belongs to no callable tool.
 */
export function createEnforcingServer<Ports>(given: EnforcingServerOptions<Ports>): EnforcingServer {
  const options: EnforcingServerOptions<Ports> = withPrograms(given, () => ({ server, runtime }));
  const manifest = withoutForbidden(options.manifest);
  const { all, tools, forPeople } = bindTools(options, manifest);
  const ending = shutdown();
  const callIn = (table: ToolTable, ...[name, input, invocation]: Asked): Promise<Outcome> =>
    ending.track(answer(table, name, input, invocation, ({ invoke }) => invoke));
  // A contract names the tool that undoes a step: it need not be one that the caller can choose.
  const invokeTool: InvokeTool = (...call) => callIn(call[2].undoes === undefined ? tools : all, ...call);
  const { runtime, pauses } = makeRuntime(options, ending, invokeTool);
  const tie = tieOf(options);
  const calls = callsOf(runtime, tie);
  const server: EnforcingServer = {
    manifest,
    pauses,
    waiting: {
      stateOf: async () => undefined,
      ...runtime.approvals?.callers,
      ...(runtime.durable && { tasks: stepTasks(runtime, invokeTool, runtime.approvals?.callers.tasks) }),
      isAskedElsewhere: (tool) => isInboxOnly(tool, runtime.approvals),
    },
    list: (principal) => tools.list(wholePrincipal(principal)),
    people: {
      list: (principal) => forPeople.list(wholePrincipal(principal)),
      invoke: (name, input, { wire, ...more }) => callIn(wire ? tools : forPeople, name, input, more),
    },
    cursors: runtime.cursors,
    invoke: (...call) => callIn(tools, ...call),
    resolve: (name, input, invocation) =>
      ending.track(answer(tools, name, input, invocation, ({ resolve }) => resolve)),
    ready: async () => !ending.draining.aborted && (await answers(runtime, tie)),
    drain: (limits) => ending.drain(limits),
    close: (limits) => ending.close(limits, runtime),
  };
  runtime.observer?.opened(server);
  return server;

  async function answer<Answer>(
    table: ToolTable,
    name: string,
    input: unknown,
    invocation: InvokeOptions,
    entryOf: (calls: Calls) => Next<AskedCall, Answer>,
  ): Promise<Answer | Refusal> {
    if (ending.isClosed()) return unavailableServer(name);
    const problem = problemOfTimes(invocation.principal);
    if (problem !== undefined) return wrongTimes(name, problem, runtime);
    const call = readCall(table, name, input, invocation);
    try {
      const opened = calls();
      const enter = entryOf(opened instanceof Promise ? await opened : opened);
      return await withStrays(
        (error) => reportStray(call, error, runtime),
        () => enter(call),
      );
    } catch (error) {
      if (!(error instanceof NotTied)) return unreadyServer(call, error, runtime);
      runtime.onFault(error.cause, call.found?.contract.name ?? "unknown");
      return unavailableServer(name, "The server cannot keep its state: try again later.");
    }
  }
}

type Asked = Parameters<EnforcingServer["invoke"]>;

/** Milliseconds in which the store must take a value. */
const readyMs = 2000;

/** Whether the store and the trail can be written; otherwise no call is accepted. */
async function answers({ audit, clock, store }: Runtime, tie: () => Promise<void>): Promise<boolean> {
  try {
    await inTime(readyMs, tie());
    if (audit.ready) await inTime(readyMs, audit.ready());
    const until = new Date(clock.now().getTime() + 60 * readyMs);
    await inTime(readyMs, store.put("ready", true, until));
    return true;
  } catch {
    return false;
  }
}

/**
 * Loads what only calls need with the first call. A host waits for the list of tools, and most libraries are not needed for it.
 */
function callsOf(runtime: Runtime, tie: () => Promise<void>): () => Answered<Calls> {
  let opened: Answered<Calls> | undefined;
  return () =>
    (opened ??= Promise.all([import("./calls.ts"), tie()]).then(
      ([{ openCalls }]) => (opened = openCalls(runtime)),
      (error: unknown) => {
        // The next call tries again: the store may be back.
        if (error instanceof NotTied) opened = undefined;
        throw error;
      },
    ));
}

/**
 * The outcome of a call for which the pipeline could not be loaded or a tool not be prepared, for example because files were
 * replaced since the start.
 */
function unreadyServer({ found, name }: AskedCall, error: unknown, { onFault }: Runtime): Refusal {
  onFault(error, found?.contract.name ?? "unknown");
  return refusedAtGate(name, "The server could not process the call.");
}

/** The host gives the times of a caller, so the fault is the host's; the message is about the caller alone. */
function wrongTimes(name: string, problem: string, { onFault }: Runtime): Refusal {
  onFault(new TypeError(problem), name);
  return refusedAtGate(name, `The server has a caller with a wrong time: ${problem}.`);
}

/** Reports a stray rejection of a policy, a requirement or a port. Their result still counts. */
function reportStray({ found }: AskedCall, error: unknown, { onFault }: Runtime): void {
  onFault(error, found?.contract.name ?? "unknown");
}

function bindTools<Ports>(
  options: EnforcingServerOptions<Ports>,
  manifest: EnforcingServer["manifest"],
): Readonly<Record<"all" | "tools" | "forPeople", ToolTable>> {
  const people = options.manifest.tools.filter(isForPeople);
  const { handlers, policies = {}, requirements = {}, visible = () => true } = options;
  const bind = (tools: readonly ToolContract[], given: HandlerTable<Ports> = {}): readonly BoundTool[] => {
    const names = new Set(tools.map(({ name }) => name));
    const unknown = Object.keys(given).filter((name) => !names.has(name));
    if (unknown.length > 0) throw new TypeError(`handlers for no callable tool: ${unknown.join(", ")}`);
    const parts = { handlers: given as HandlerTable<never>, policies, requirements };
    return tools.map((tool) => bindTool(tool, parts));
  };
  const bound = { tools: bind(manifest.tools, handlers), people: bind(people, options.people) };
  checkPolicyNames(options);
  checkReaders(manifest, options);
  return {
    all: toolTable(bound.tools, undefined),
    tools: toolTable(bound.tools, options.visible),
    forPeople: toolTable(
      bound.people,
      (tool, principal) => principal?.kind === "user" && visible(tool, principal),
    ),
  };
}

/** Throws a TypeError for a policy under an unknown name, which would never be called. */
function checkPolicyNames<Ports>({ manifest, policies = {} }: EnforcingServerOptions<Ports>): void {
  const governed = new Set(["*", ...manifest.tools.flatMap(({ domain, name }) => [domain, name])]);
  const unknown = Object.keys(policies).filter((name) => !governed.has(name));
  if (unknown.length > 0) throw new TypeError(`policies for no tool or domain: ${unknown.join(", ")}`);
}

/** Checks who finds out unknown outcomes and undoes steps, because a manifest can be made by hand. The compiler checks more. */
function checkReaders<Ports>(
  { tools }: EnforcingServer["manifest"],
  { callsAtOnce = Infinity }: EnforcingServerOptions<Ports>,
): void {
  const readers = new Set(tools.flatMap(({ name, sideEffects }) => (sideEffects.length > 0 ? [] : [name])));
  for (const { name, compensate, reconcile: reader } of tools) {
    const asked = reader ?? compensate;
    if (asked === undefined) continue;
    if (reader !== undefined && !readers.has(reader))
      throw new TypeError(`\`${name}\` reconciles by \`${reader}\`, which is no tool that only reads`);
    if (compensate !== undefined && !tools.some((tool) => tool.name === compensate))
      throw new TypeError(`\`${name}\` is undone by \`${compensate}\`, which is no tool of this server`);
    if (callsAtOnce < 2)
      throw new TypeError(`\`${name}\` asks \`${asked}\` while it runs: \`callsAtOnce\` must be at least 2`);
  }
}

function refusedAtGate(name: string, message: string): Refusal {
  return { kind: "refused", tool: name, failure: { code: "internal_error", message, retry: "never" } };
}

function unavailableServer(
  name: string,
  message = "The server has been shut down: try again later.",
): Refusal {
  return { kind: "refused", tool: name, failure: { code: "server_unavailable", message, retry: "after" } };
}

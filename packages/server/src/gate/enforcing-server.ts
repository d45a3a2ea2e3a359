import { randomBytes, randomUUID } from "node:crypto";
import { withoutForbidden } from "@proviso/manifest";
import { memoryAudit } from "../trail/memory-audit.ts";
import { bindTool } from "../tools/bind-tool.ts";
import type { Calls } from "./calls.ts";
import type { HandlerTable, PortsFactory } from "../api/handler.ts";
import type { EnforcingServerOptions } from "../api/options.ts";
import type { EnforcingServer, Outcome, Refusal } from "../api/outcome.ts";
import type { Clock } from "../api/ports.ts";
import { readCall, type AskedCall } from "./read-call.ts";
import { recorder } from "../pipeline/audit/recorder.ts";
import type { EnforcementRuntime } from "../pipeline/runtime.ts";
import { sealedState } from "../pipeline/seals/sealed-state.ts";
import { valueSeal } from "../pipeline/seals/sealed-value.ts";
import { memoryStore } from "../stores/memory.ts";
import { StoreUnavailable, watchedStore } from "../stores/watched-store.ts";
import { toolTable } from "../tools/tool-table.ts";
import type { ToolTable } from "../tools/tool-table.ts";

const shuttingDown = "The server is shutting down.";
const defaults = { approvalMs: 5 * 60_000, receiptMs: 15 * 60_000, auditMs: 10_000, decisionMs: 5000 };

/**
 * Binds every tool of the manifest to the host's parts, and returns the one gate to their handlers. Throws a TypeError if a
 * handler or a resolver is missing, or one belongs to a tool that cannot be called.
 */
export function createEnforcingServer<Ports>(options: EnforcingServerOptions<Ports>): EnforcingServer {
  const manifest = withoutForbidden(options.manifest);
  const tools = bindTools(options, manifest);
  const runtime = makeRuntime(options);
  const calls = callsOf(runtime);
  const running = new Set<Promise<Outcome>>();
  let closing: Promise<void> | undefined;
  return {
    manifest,
    list: (principal) => tools.list(principal),
    async invoke(name, input, invocation) {
      if (closing) return refused(name, shuttingDown);
      const call = readCall(tools, name, input, invocation);
      const outcome = calls()
        .then(({ invoke }) => invoke(call))
        .catch((error: unknown) => unready(call, error, runtime));
      running.add(outcome);
      try {
        return await outcome;
      } finally {
        running.delete(outcome);
      }
    },
    async resolve(name, input, invocation) {
      if (closing) return refused(name, shuttingDown);
      const call = readCall(tools, name, input, invocation);
      return calls()
        .then(({ resolve }) => resolve(call))
        .catch((error: unknown) => unready(call, error, runtime));
    },
    close: () => (closing ??= closeAfter(running, runtime)),
  };
}

/** What only calls need is loaded with the first one: most of the libraries, and a host waits for the list of the tools. */
function callsOf(runtime: EnforcementRuntime): () => Promise<Calls> {
  let opened: Promise<Calls> | undefined;
  return () => (opened ??= import("./calls.ts").then(({ openCalls }) => openCalls(runtime)));
}

/**
 * For a call that the pipeline never had, which answers for all that happens in it: what enforces the call could not be
 * loaded, say because files were replaced since the start, or not be made for this tool.
 */
function unready({ found, name }: AskedCall, error: unknown, { onFault }: EnforcementRuntime): Refusal {
  onFault(error, found?.contract.name ?? "unknown");
  return refused(name, "The server could not process the call.");
}

function bindTools<Ports>(
  options: EnforcingServerOptions<Ports>,
  manifest: EnforcingServer["manifest"],
): ToolTable {
  const parts = {
    handlers: options.handlers as HandlerTable<never>,
    policies: options.policies ?? {},
    requirements: options.requirements ?? {},
  };
  const bound = manifest.tools.map((tool) => bindTool(tool, parts));
  const names = new Set(manifest.tools.map(({ name }) => name));
  const strangers = Object.keys(options.handlers).filter((name) => !names.has(name));
  if (strangers.length > 0) throw new TypeError(`handlers for no callable tool: ${strangers.join(", ")}`);
  checkPolicyNames(options);
  return toolTable(bound, manifest.wireNames, options.visible);
}

/** A policy under a misspelt name would never deny anything. */
function checkPolicyNames<Ports>({ manifest, policies = {} }: EnforcingServerOptions<Ports>): void {
  const governed = new Set(["*", ...manifest.tools.flatMap(({ domain, name }) => [domain, name])]);
  const strangers = Object.keys(policies).filter((name) => !governed.has(name));
  if (strangers.length > 0) throw new TypeError(`policies for no tool or domain: ${strangers.join(", ")}`);
}

function makeRuntime<Ports>(options: EnforcingServerOptions<Ports>): EnforcementRuntime {
  const clock: Clock = options.clock ?? { now: () => new Date() };
  const stateKey = keyOf(options);
  const { approvalMs, receiptMs, auditMs, decisionMs } = readDurations(options);
  const audit = options.audit ?? memoryAudit();
  const onFault = quiet(options.onFault);
  return {
    clock,
    receiptMs,
    decisionMs,
    store: watchedStore(options.store ?? memoryStore({ clock })),
    audit,
    record: recorder({ audit, clock, auditMs, onFault }),
    env: options.env ?? "live",
    ports: options.ports as PortsFactory<unknown>,
    state: sealedState(stateKey, clock, approvalMs),
    valueSeal: valueSeal(stateKey),
    nonce: randomUUID,
    onFault,
  };
}

/** Without a store that lasts nobody knows after a restart, or in another replica, which approvals were used: let them be void. */
function keyOf<Ports>({ store, stateKey }: EnforcingServerOptions<Ports>): Uint8Array {
  return store && stateKey ? stateKey : randomBytes(32);
}

/** A listener that fails is its own affair. */
function quiet(onFault: (error: unknown, tool: string) => void = () => {}): typeof onFault {
  return (error, tool) => {
    try {
      onFault(error instanceof StoreUnavailable ? error.cause : error, tool);
    } catch {
      // What a caller is told must not depend on the host's log.
    }
  };
}

/** Node takes a longer timer for one millisecond, and nothing is ever later than `NaN`. */
const longestMs = 2 ** 31 - 1;

function readDurations(options: Partial<typeof defaults>): typeof defaults {
  const durations = { ...defaults };
  for (const key of Object.keys(defaults) as (keyof typeof defaults)[]) {
    const ms = options[key] ?? defaults[key];
    if (!(Number.isFinite(ms) && ms > 0 && ms <= longestMs))
      throw new TypeError(
        `\`${key}\` must be a number of milliseconds, more than 0 and at most ${longestMs}`,
      );
    durations[key] = ms;
  }
  return durations;
}

function refused(name: string, message: string): Refusal {
  return { kind: "refused", tool: name, failure: { code: "internal_error", message, retry: "never" } };
}

/** Handlers have time-outs, so waiting for them ends. */
async function closeAfter(
  running: ReadonlySet<Promise<Outcome>>,
  { audit, store }: EnforcementRuntime,
): Promise<void> {
  await Promise.allSettled(running);
  await audit.close();
  await store.close();
}

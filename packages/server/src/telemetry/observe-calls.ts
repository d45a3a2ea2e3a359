import { demandedLogIn } from "@proviso/manifest";
import { AsyncLocalStorage } from "node:async_hooks";
import type { Observer, ObservedCall } from "../api/observer.ts";
import type { EnforcingServer, Outcome } from "../api/outcome.ts";
import type { InspectedTool, InspectorMessage, Trace } from "./messages.ts";

/** Gets the trace of the call that is made while it is in place. */
export interface TraceBox {
  trace?: Trace;
}

export interface ObservedCalls {
  readonly observer: Observer;
  /** The server that was created last. */
  readonly server: () => EnforcingServer | undefined;
  /** Makes one call, and fills the box with its trace. */
  traced(box: TraceBox, call: () => Promise<Outcome>): Promise<Outcome>;
}

/** Follows each call through the stages and tells what happens. */
export function observeCalls(tell: (told: InspectorMessage) => void): ObservedCalls {
  const boxes = new AsyncLocalStorage<TraceBox>();
  const traces = new AsyncLocalStorage<string[]>();
  let last: EnforcingServer | undefined;
  const observer: Observer = {
    opened(server) {
      last = server;
      const { product, tools } = server.manifest;
      tell({ kind: "opened", product, tools: tools.map(inspectedTool) });
    },
    composed: (stages) => tell({ kind: "composed", stages }),
    async call(call, run) {
      const stages: string[] = [];
      const outcome = await traces.run(stages, run);
      const trace = traceOf(call, stages, outcome);
      const box = boxes.getStore();
      if (box) box.trace = trace;
      tell({ kind: "trace", trace });
      return outcome;
    },
    stage: (name, run) => (call) => {
      traces.getStore()?.push(name);
      return run(call);
    },
    recorded: (entry) => tell({ kind: "record", entry }),
    shadowed: (sums) => tell({ kind: "shadow", sums }),
  };
  return { observer, server: () => last, traced: (box, call) => boxes.run(box, call) };
}

function traceOf({ id, name, principal }: ObservedCall, stages: readonly string[], outcome: Outcome): Trace {
  return {
    id,
    tool: name,
    ...(principal !== undefined && { principal }),
    stages,
    outcome: outcome.kind,
    ...("failure" in outcome && { failure: outcome.failure.code, reason: outcome.failure.message }),
  };
}

function inspectedTool(tool: EnforcingServer["manifest"]["tools"][number]): InspectedTool {
  const { name, title, description, riskLevel, permissions, inputSchema, dryRun, examples, hash } = tool;
  const example = examples?.[0]?.input;
  const logIns = [tool, ...(tool.refinements ?? [])].map(demandedLogIn);
  const acr = logIns.find((logIn) => logIn?.acr !== undefined)?.acr;
  return {
    name,
    title: title ?? name,
    description,
    riskLevel,
    permissions,
    inputSchema,
    hasDryRun: dryRun !== undefined,
    ...(acr !== undefined && { acr }),
    ...(example && { example }),
    hash,
  };
}

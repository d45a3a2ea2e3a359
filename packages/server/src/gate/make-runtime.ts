import { randomUUID } from "node:crypto";
import type { EnforcingServerOptions } from "../api/options.ts";
import type { Observer } from "../api/observer.ts";
import type { Clock } from "../api/ports.ts";
import type { Shadow } from "../api/shadow.ts";
import type { PauseSwitch } from "../api/pauses.ts";
import { decisionRecord } from "../pauses/decision-record.ts";
import { pauseSwitch } from "../pauses/pause-switch.ts";
import { pausesIn } from "../pauses/pauses.ts";
import { recorder } from "../pipeline/runtime/recorder.ts";
import type { InvokeTool, Runtime } from "../pipeline/runtime/runtime.ts";
import { listCursors } from "../seals/list-cursors.ts";
import { sealedState } from "../seals/sealed-state.ts";
import { valueSeal } from "../seals/sealed-value.ts";
import { memoryStore } from "../stores/memory.ts";
import { watchedStore } from "../stores/watched-store.ts";
import { currentObserver } from "../telemetry/current-observer.ts";
import { observedAudit } from "../telemetry/observed-audit.ts";
import { discardingAudit } from "./discarding-audit.ts";
import { approvalsOf } from "./approvals-of.ts";
import { readOptions } from "./read-options.ts";
import { faultReporter } from "./report-fault.ts";
import type { Shutdown } from "./shutdown.ts";

export interface MadeRuntime {
  readonly runtime: Runtime;
  readonly pauses: PauseSwitch;
}

/** Throws a TypeError for an invalid option. */
export function makeRuntime<Ports>(
  options: EnforcingServerOptions<Ports>,
  { draining, stopping, track, trackLate }: Shutdown,
  callTool: InvokeTool,
): MadeRuntime {
  const { approvalMs, auditMs, stateKeys, ...read } = readOptions(options);
  const { tools } = options.manifest;
  const clock: Clock = options.clock ?? { now: () => new Date() };
  const seal = valueSeal(stateKeys);
  const observer = currentObserver();
  const sink = options.audit ?? discardingAudit();
  const onFault = faultReporter(options.onFault);
  const audit = observedAudit(sink, [observer, shadowOf(options, observer, onFault)]);
  const store = watchedStore(options.store ?? memoryStore({ clock }));
  const realm = { product: options.manifest.product, env: options.env ?? "live" };
  const record = decisionRecord({ audit, clock, auditMs, onFault });
  const pauses = pausesIn(store, clock, seal, audit);
  const approvals = approvalsOf(options, {
    audit,
    clock,
    onFault,
    pauses,
    realm,
    record,
    stateKeys,
    store,
    tools,
    track,
    invoke: callTool,
  });
  const runtime: Runtime = {
    ...read,
    clock,
    store,
    audit,
    record: recorder({ audit, clock, onFault }, auditMs),
    env: realm.env,
    realm,
    ports: options.ports ?? (() => ({})),
    tools,
    callTool,
    state: sealedState(stateKeys, approvalMs, realm),
    valueSeal: seal,
    cursors: listCursors(stateKeys),
    nonce: randomUUID,
    onFault,
    draining,
    stopping,
    trackLate,
    pauses,
    ...(approvals && { approvals }),
    ...(options.durable && { durable: options.durable }),
    ...(observer && { observer }),
  };
  const endPaused = (): Promise<void> | undefined => approvals?.endPaused();
  return { runtime, pauses: pauseSwitch({ pauses, record, tools, endPaused }) };
}

function shadowOf<Ports>(
  { approvals, env = "live", manifest, shadow }: EnforcingServerOptions<Ports>,
  observer: Observer | undefined,
  onFault: Runtime["onFault"],
): Shadow | undefined {
  return shadow?.open({
    manifest,
    env,
    hasInbox: approvals !== undefined,
    onFault: (error) => onFault(error, "shadow"),
    tell: (sums) => observer?.shadowed?.(sums),
  });
}

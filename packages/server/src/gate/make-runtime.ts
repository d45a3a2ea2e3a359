import { randomBytes, randomUUID } from "node:crypto";
import { reconcilerOf, type ToolContract } from "@proviso/manifest";
import { checkOptionNames } from "../api/check-option-names.ts";
import {
  approvalOptionNames,
  auditReads,
  serverOptionNames,
  type EnforcingServerOptions,
} from "../api/options.ts";
import type { Clock } from "../api/ports.ts";
import type { ApprovalDesk } from "../api/approval-desk.ts";
import type { WaitingCalls } from "../api/outcome.ts";
import { approvalParts } from "../approvals/open-approvals.ts";
import type { DeskParts } from "../approvals/desk-parts.ts";
import { recorder } from "../pipeline/runtime/recorder.ts";
import type { CallerLimits, InvokeTool, Runtime } from "../pipeline/runtime/runtime.ts";
import { listCursors } from "../seals/list-cursors.ts";
import { sealedState } from "../seals/sealed-state.ts";
import { valueSeal } from "../seals/sealed-value.ts";
import { memoryStore } from "../stores/memory.ts";
import { watchedStore } from "../stores/watched-store.ts";
import { currentObserver } from "../telemetry/current-observer.ts";
import { observedAudit } from "../telemetry/observed-audit.ts";
import { discardingAudit } from "./discarding-audit.ts";
import { inboxOf } from "./inbox-of.ts";
import { readNumbers } from "./read-numbers.ts";
import { faultReporter } from "./report-fault.ts";
import type { Shutdown } from "./shutdown.ts";

const durationOptions = { approvalMs: 5 * 60_000, receiptMs: 15 * 60_000, auditMs: 10_000, decisionMs: 5000 };
const countOptions = { callsAtOnce: 128, maxResultBytes: 4 * 1024 * 1024 };
const attemptOptions = { limit: 1200, perMs: 60_000 };

export interface MadeRuntime {
  readonly runtime: Runtime;
  readonly desk: ApprovalDesk;
  readonly waiting: Pick<WaitingCalls, "stateOf">;
  readonly deskParts: DeskParts;
}

/** Throws a TypeError for an invalid option. */
export function makeRuntime<Ports>(
  options: EnforcingServerOptions<Ports>,
  { draining, stopping, trackLate }: Pick<Shutdown, "draining" | "stopping" | "trackLate">,
  callTool: InvokeTool,
): MadeRuntime {
  checkNames(options);
  const clock: Clock = options.clock ?? { now: () => new Date() };
  const stateKeys = stateKeysOf(options);
  const seal = valueSeal(stateKeys);
  const { approvalMs, receiptMs, auditMs, decisionMs } = readNumbers(
    durationOptions,
    options,
    "a number of milliseconds",
  );
  const observer = currentObserver();
  const sink = options.audit ?? discardingAudit();
  const audit = observer ? observedAudit(sink, observer) : sink;
  const onFault = faultReporter(options.onFault);
  const store = watchedStore(options.store ?? memoryStore({ clock }));
  const realm = { product: options.manifest.product, env: options.env ?? "live" };
  const trailParts = { audit, clock, auditMs, onFault };
  const { desk, deskParts, waiting, ...approvals } = approvalParts(store, seal, trailParts, {
    realm,
    ...knownContracts(options.manifest.tools),
  });
  const inbox = inboxOf(options, { ...approvals, realm }, onFault);
  const runtime: Runtime = {
    clock,
    receiptMs,
    decisionMs,
    store,
    audit,
    record: recorder({ audit, clock, onFault }, auditMs),
    ...auditReadsOf(options),
    env: realm.env,
    realm,
    ports: options.ports ?? (() => ({})),
    tools: options.manifest.tools,
    callTool,
    state: sealedState(stateKeys, approvalMs, realm),
    valueSeal: seal,
    cursors: listCursors(stateKeys),
    nonce: randomUUID,
    onFault,
    draining,
    stopping,
    trackLate,
    callerLimits: callerLimitsOf(options),
    maxResultBytes: maxResultBytesOf(options),
    pauses: approvals.pauses,
    ...(inbox && { inbox }),
    ...(observer && { observer }),
  };
  return { runtime, desk, deskParts, waiting };
}

function checkNames<Ports>(options: EnforcingServerOptions<Ports>): void {
  checkOptionNames(options, serverOptionNames);
  checkOptionNames(options.approvals ?? {}, approvalOptionNames);
  checkOptionNames(options.attempts ?? {}, { limit: true, perMs: true });
}

function knownContracts(tools: readonly ToolContract[]): Pick<DeskParts, "tools" | "bindEdit"> {
  return {
    tools,
    async bindEdit(approval, input) {
      const contract = tools.find(({ name }) => name === approval.terms.tool);
      const { bindEdit } = await import("../approvals/bind-edit.ts");
      return contract ? bindEdit(approval, input, contract) : { ok: true };
    },
  };
}

/**
 * A state key that outlives the process needs a durable store: otherwise nobody knows after a restart, or in another replica,
 * which approvals were used.
 */
function stateKeysOf<Ports>(options: EnforcingServerOptions<Ports>): readonly Uint8Array[] {
  const { store, stateKeys } = options;
  if (stateKeys && !store)
    throw new TypeError(
      "`stateKeys` needs a `store`: without one an approval that was used before a restart could be used again",
    );
  return stateKeys ?? [randomBytes(32)];
}

/** A misspelt value would be taken for the default, which the operator did not want. */
function auditReadsOf<Ports>(given: EnforcingServerOptions<Ports>): Pick<Runtime, "auditReads"> {
  const { auditReads: reads } = given;
  if (reads === undefined) return {};
  if (!auditReads.includes(reads))
    throw new TypeError(
      `\`auditReads\` is ${auditReads.map((each) => JSON.stringify(each)).join(" or ")}, not ${JSON.stringify(reads)}`,
    );
  return { auditReads: reads };
}

function callerLimitsOf<Ports>(options: EnforcingServerOptions<Ports>): CallerLimits {
  const { callsAtOnce } = readNumbers(countOptions, options, "a number");
  const reconciled = options.manifest.tools.find((tool) => reconcilerOf(tool) !== undefined);
  if (callsAtOnce < 2 && reconciled)
    throw new TypeError(
      `\`${reconciled.name}\` asks \`${reconcilerOf(reconciled)}\` while it runs: \`callsAtOnce\` must be at least 2`,
    );
  return { attempts: readNumbers(attemptOptions, options.attempts ?? {}, "a number"), callsAtOnce };
}

/** What a contract lets a tool return would be withheld after it has acted, if the server's own limit were lower. */
function maxResultBytesOf<Ports>(options: EnforcingServerOptions<Ports>): number {
  const { maxResultBytes } = readNumbers(countOptions, options, "a number");
  for (const { name, result } of options.manifest.tools) {
    const inBase64 = Math.ceil(((result?.maxBytes ?? 0) * 4) / 3);
    if (inBase64 > maxResultBytes)
      throw new TypeError(
        `\`${name}\` may return ${inBase64} bytes of base64: \`maxResultBytes\` must be more than that`,
      );
  }
  return maxResultBytes;
}

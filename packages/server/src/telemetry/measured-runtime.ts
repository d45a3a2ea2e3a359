import type { Observable, ObservableCallback } from "@opentelemetry/api";
import type { Recorder, Runtime } from "../pipeline/runtime/runtime.ts";
import { aroundStore } from "../stores/around-store.ts";
import type { Instruments } from "./instruments.ts";
import { quietly } from "./quietly.ts";
import { secondsSince } from "./seconds-since.ts";

/** Measures what the stages use: the store, the audit, and the time that people take to approve. */
export function measuredRuntime(runtime: Runtime, instruments: Instruments): Runtime {
  const { storeOperations } = instruments;
  const timed =
    (access: "read" | "write") =>
    async <Result>(operate: () => Promise<Result>): Promise<Result> => {
      const begin = performance.now();
      try {
        return await operate();
      } finally {
        quietly(() => storeOperations.record(secondsSince(begin), { "proviso.store.access": access }));
      }
    };
  countApprovals(runtime, instruments);
  return {
    ...runtime,
    store: aroundStore(runtime.store, { read: timed("read"), write: timed("write") }),
    record: measuredRecorder(runtime, instruments),
  };
}

function measuredRecorder({ clock, record }: Runtime, { approvals, auditRecords }: Instruments): Recorder {
  return (call, kind, more, listener) => {
    const begin = performance.now();
    let fields: ReturnType<typeof more> = {};
    const described = (): typeof fields => (fields = more());
    const measure = (isRecorded: boolean): void => {
      auditRecords.record(secondsSince(begin), { "proviso.audit.recorded": isRecorded });
      const tool = call.found && { "gen_ai.tool.name": call.found.contract.name };
      const { askedAt, mandate, set } = fields;
      // Nobody was asked about a call that a standing approval or an approved set covers.
      if (kind === "approval" && isRecorded && askedAt !== undefined && (mandate ?? set) === undefined)
        approvals.record((clock.now().getTime() - Date.parse(askedAt)) / 1000, tool);
    };
    return record(call, kind, described, {
      onEnd: (isRecorded) => quietly(() => measure(isRecorded)),
      onLate: listener?.onLate,
    });
  };
}

/** Servers with one store count the same calls: a chart takes the maximum, not the sum. */
function countApprovals({ approvals, draining }: Runtime, instruments: Instruments): void {
  if (!approvals) return;
  const { appRefused, readAgain, waiting } = instruments;
  const { app } = approvals.callers;
  observe(waiting, () => approvals.waiting(), draining);
  observe(readAgain, () => approvals.readAgain(), draining);
  if (app) observe(appRefused, () => app.refused(), draining);
}

function observe(instrument: Observable, read: () => Promise<number>, draining: AbortSignal): void {
  const report: ObservableCallback = async (result) => {
    const count = await read().catch(() => undefined);
    if (count !== undefined) result.observe(count);
  };
  instrument.addCallback(report);
  draining.addEventListener("abort", () => instrument.removeCallback(report), { once: true });
}

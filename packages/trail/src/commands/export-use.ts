import { printJson } from "@proviso/manifest";
import type { AuditRecord } from "../trail/audit-record.ts";

/** How a tool was called. Nothing of arguments or results. */
interface ToolUse {
  readonly tool: string;
  /** A question to a person and the call with the answer are one call. */
  readonly calls: number;
  /** ISO 8601. */
  readonly lastCalled: string;
  readonly refused: number;
  readonly approved: number;
  readonly denied: number;
  /** Who called it, the most frequent first. */
  readonly by: readonly { readonly id: string; readonly calls: number }[];
}

/** What the records of one call say. */
interface CallUse {
  readonly tool: string;
  readonly by: string;
  last: string;
  end?: "refused" | "denied";
  isApproved?: true;
}

/** Sums up records by tool, as they come. Memory grows by a small object for each call. */
export function useOfTools(): { add(record: AuditRecord): void; print(): string } {
  const calls = new Map<string, CallUse>();
  return {
    add(record) {
      const { callId, kind, principal, time, tool } = record;
      if (kind === "decision") {
        const asked = calls.get(nameOf(record));
        if (asked && record.decision === "denied") asked.end = "denied";
        return;
      }
      // By an exception of the contract nobody said yes.
      if ((kind !== "approval" || record.via === "exception") && kind !== "outcome") return;
      // Whoever calls a tool that does not exist has made up its name.
      if (record.outcome === "unknown_tool") return;
      const name = nameOf(record);
      const call: CallUse = calls.get(callId) ??
        calls.get(name) ?? { tool, by: principal?.id ?? "nobody", last: time };
      calls.set(callId, call).set(name, call);
      if (time > call.last) call.last = time;
      if (kind === "approval") call.isApproved = true;
      else if (record.failure === "confirmation_declined") call.end = "denied";
      else if (record.outcome === "refused" && !waits.has(record.failure ?? "")) call.end ??= "refused";
    },
    print: () => printJson({ format: 1, tools: toolsOf(new Set(calls.values())) }, 2),
  };
}

/** Codes of a call that nobody has answered yet. */
const waits: ReadonlySet<string> = new Set([
  "approval_pending",
  "confirmation_required",
  "confirmation_unanswered",
]);

/** The same for a question to a person and the call with the answer. */
function nameOf({ callId, request, tool }: AuditRecord): string {
  return request === undefined ? callId : `${tool} ${request}`;
}

function toolsOf(calls: ReadonlySet<CallUse>): readonly ToolUse[] {
  const tools = Map.groupBy(calls, ({ tool }) => tool);
  return [...tools]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([tool, of]) => ({
      tool,
      calls: of.length,
      lastCalled: of.reduce((latest, { last }) => (last > latest ? last : latest), ""),
      refused: of.filter(({ end }) => end === "refused").length,
      approved: of.filter(({ isApproved }) => isApproved).length,
      denied: of.filter(({ end }) => end === "denied").length,
      by: [...Map.groupBy(of, ({ by }) => by)]
        .map(([id, own]) => ({ id, calls: own.length }))
        .toSorted((one, other) => other.calls - one.calls || (one.id < other.id ? -1 : 1)),
    }));
}

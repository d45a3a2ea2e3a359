import type { AuditSink } from "@proviso/server";
import { aroundAudit, outage, type OutageOptions } from "@proviso/server/storage";
import { ChainBroken } from "./continue-chain.ts";
import { EntryRefused } from "./grouped-audit.ts";
import { PutBack, putBackRemedy } from "./restored.ts";

/** Wraps a sink: an operator is notified when it stops and resumes accepting entries. */
export function reportedAudit(sink: AuditSink, options: OutageOptions): AuditSink {
  const remedy = (error: unknown): string => {
    if (error instanceof PutBack) return putBackRemedy;
    return error instanceof ChainBroken
      ? "put the newest copy of the trail back; `proviso audit verify` says what is missing"
      : options.remedy(error);
  };
  const { write, end } = outage({ ...options, remedy, ignores: (error) => error instanceof EntryRefused });
  let isClosed = false;
  return aroundAudit(sink, {
    append: (entry) => (isClosed ? sink.append(entry) : write(() => sink.append(entry))),
    close() {
      isClosed = true;
      end();
      return sink.close();
    },
  });
}

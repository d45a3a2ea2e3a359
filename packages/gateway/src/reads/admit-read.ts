import { randomUUID } from "node:crypto";
import type { DataFlow } from "@proviso/manifest";
import type { AuditSink, Principal } from "@proviso/server";
import type { RequestMessage } from "../protocol/message.ts";
import { readingOf, type ReadRules } from "./read-rules.ts";

/** Longer names are cut in the trail: some URIs are whole documents. */
const maxName = 2000;

/**
 * Resolves to what a resource or a prompt brings into the session, once its reading is on record. Rejects if the caller may not
 * have it, or it cannot be recorded. Undefined for every other request.
 */
export type AdmitRead = (request: RequestMessage, rules: ReadRules) => Promise<DataFlow> | undefined;

export function admitReads(caller: Principal, audit: AuditSink): AdmitRead {
  return (request, rules) => {
    const reading = readingOf(request, rules);
    if (!reading) return undefined;
    const { name, rule } = reading;
    const lacked = rule.permissions.find((each) => !caller.permissions.includes(each));
    const said = lacked === undefined ? {} : { refused: lacked };
    const { flow } = rule;
    const entry = {
      callId: randomUUID(),
      kind: "event",
      number: 1,
      time: new Date().toISOString(),
      principal: { id: caller.id, kind: caller.kind },
      tool: request.method,
      event: "gateway.read",
      details: { name: name.slice(0, maxName).toWellFormed(), ...flow, ...said },
    } as const;
    return audit.append(entry).then(
      () => {
        if (lacked === undefined) return flow;
        throw new Error(
          `the caller lacks the permission ${lacked}, which the operator of the gateway demands`,
        );
      },
      (cause: unknown) => {
        throw new Error("the request was refused, because it could not be recorded", { cause });
      },
    );
  };
}

import type { AuditRecord } from "../trail/audit-record.ts";
import { readEvent } from "../trail/cloud-event.ts";
import { escapeText, isObject } from "@proviso/manifest";
import type { AuditCommandLine } from "./command.ts";
import { UsageError } from "@proviso/terminal";

const shortestId = 4;

export interface FoundCall {
  readonly callRecords: readonly AuditRecord[];
  /** Records of other calls, and decisions, about the same question to a person, the same set or the same program. */
  readonly relatedRecords: readonly AuditRecord[];
}

/** The records of the call whose id begins as the command line says, or that began the step with this key. */
export async function findCall(commandLine: AuditCommandLine): Promise<FoundCall> {
  const [asked = ""] = commandLine.rest;
  if (asked.length < shortestId)
    throw new UsageError(`an id has at least ${shortestId} characters; \`tail\` prints them`);
  const isKey = asked.includes("/");
  const begun = isKey
    ? await findRecords(commandLine, ({ details, event }) => {
        return event === "step.begun" && isObject(details) && details["key"] === asked;
      })
    : [];
  const id = begun.at(-1)?.callId ?? asked;
  const callRecords = recordsOfOneCall(
    await findRecords(commandLine, ({ callId }) => callId.startsWith(id)),
    id,
  );
  const questions = new Set(callRecords.flatMap(({ request: question }) => question ?? []));
  const own = callRecords[0]?.callId;
  const sets = new Set(callRecords.flatMap(({ set }) => set ?? []));
  const relatedRecords = await findRecords(
    commandLine,
    ({ callId, kind, program, request: question, set }) =>
      callId !== own &&
      ((question !== undefined && questions.has(question)) ||
        program === own ||
        set === own ||
        (kind === "approval" && sets.has(callId))),
  );
  return { callRecords, relatedRecords };
}

async function findRecords(
  request: AuditCommandLine,
  wanted: (record: AuditRecord) => boolean,
): Promise<readonly AuditRecord[]> {
  return request.read(async (trail) => {
    const foundRecords: AuditRecord[] = [];
    for await (const event of trail.events()) {
      const record = readEvent(event);
      if (record && typeof record.callId === "string" && wanted(record)) foundRecords.push(record);
    }
    return foundRecords;
  });
}

function recordsOfOneCall(records: readonly AuditRecord[], id: string): readonly AuditRecord[] {
  const ids = new Set(records.map(({ callId }) => callId));
  if (ids.size === 0) throw new UsageError(`there is no call whose id begins with ${escapeText(id)}`);
  if (ids.size > 1)
    throw new UsageError(
      `${ids.size} calls have an id that begins with ${escapeText(id)}: ${[...ids].slice(0, 5).map(escapeText).join(", ")}`,
    );
  return records;
}

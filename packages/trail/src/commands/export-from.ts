import { escapeText } from "@proviso/manifest";
import type { AuditTrail } from "../trail/audit-trail.ts";
import { readEvent } from "../trail/cloud-event.ts";
import { readHead, type AuditHead } from "../trail/head.ts";
import { readPruned } from "../trail/pruned-mark.ts";
import { UsageError } from "@proviso/terminal";
import type { Positions } from "./positions.ts";

/** An event to export, and how far the export has come with it. */
export interface ExportedEvent {
  readonly event: unknown;
  readonly positions: () => Positions;
}

/**
 * The events after some positions, up to the heads, with which they can be verified. Throws if the
 * trail lacks the records of the positions, or what followed them was removed.
 */
export async function* eventsAfter(
  trail: AuditTrail,
  heads: readonly unknown[],
  after: Positions,
): AsyncGenerator<ExportedEvent> {
  const ends = new Map(heads.map(readHead).flatMap((head) => (head ? [[head.writer, head.sequence]] : [])));
  const begun = new Map(after.map((position) => [position.writer, position]));
  const reached = new Map<string, AuditHead>(begun);
  for (const position of after)
    if (position.sequence > (ends.get(position.writer) ?? 0)) refuseTrail(position);
  const positions = (): Positions => [...reached.values()];
  for await (const event of trail.events()) {
    const mark = readPruned(event);
    const record = mark ?? readEvent(event);
    if (!record) throw new UsageError("the trail contains what is no record: see `proviso audit verify`");
    const { writer, sequence, hash, time } = record;
    const position = reached.get(writer);
    if (sequence === position?.sequence && hash !== position.hash) refuseTrail(position);
    if (sequence <= (position?.sequence ?? 0) || sequence > (ends.get(writer) ?? 0)) continue;
    const exported = begun.get(writer);
    if (mark && exported && position === exported) refusePruned(exported);
    reached.set(writer, { writer, sequence, hash, ...(time !== undefined && { time }) });
    yield { event, positions };
  }
}

function refuseTrail({ writer, sequence }: AuditHead): never {
  throw new UsageError(
    `the position is of another trail: its record ${sequence} of writer ${escapeText(writer)} is not the one here`,
  );
}

function refusePruned({ writer, sequence }: AuditHead): never {
  throw new UsageError(
    `records of writer ${escapeText(writer)} after ${sequence} were removed before they were exported: begin another export`,
  );
}

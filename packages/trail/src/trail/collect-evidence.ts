import { isObject, type JsonObject } from "@proviso/manifest";
import type { AuditRecord } from "./audit-record.ts";
import type { AuditTrail } from "./audit-trail.ts";
import { contentDigest, isIntact } from "./chain-entry.ts";
import { readEvent } from "./cloud-event.ts";
import { groupEnd } from "./group-end.ts";
import { readHead, type AuditHead } from "./head.ts";

/** A signed statement about a chain that ends with `hash`. */
export interface Anchor extends AuditHead {
  /** What was signed: the head of the trail, or the last record of a segment in it. */
  readonly as: "head" | "end";
}

/** Records, and how an anchor proves that they are in their chain. */
export interface EvidenceRun {
  /**
   * Without gaps, up to the anchor: a record of the call, or of another call the digest of its
   * content alone. The first one is a record.
   */
  readonly links: readonly (JsonObject | string)[];
  readonly anchor: Anchor;
}

/** The trail cannot prove what was asked for. The message says why. */
export class NoEvidence extends Error {
  override readonly name = "NoEvidence";
}

/** The chosen records of a trail, each up to the next anchor of its chain. Throws `NoEvidence`. */
export async function collectEvidence(
  trail: AuditTrail,
  isWanted: (record: AuditRecord) => boolean,
): Promise<readonly EvidenceRun[]> {
  const heads = (await trail.heads()).map(readHead).filter((head) => head !== undefined);
  const open = new Map<string, OpenRun>();
  const runs: EvidenceRun[] = [];
  for await (const event of trail.events()) {
    const record = readEvent(event);
    if (!record || !isObject(event)) continue;
    const { writer } = record;
    const wanted = isWanted(record);
    const run = open.get(writer) ?? (wanted ? { links: [], last: record } : undefined);
    if (!run) continue;
    addLink(run, event, record, wanted);
    const end = groupEnd(event);
    // Stryker disable next-line OptionalChaining: a record that is intact has an end
    if (end?.signature === undefined) open.set(writer, run);
    else {
      open.delete(writer);
      runs.push({
        links: [...run.links.slice(0, -1), wanted ? event : unsignedDigest(event)],
        anchor: { as: "end", ...end },
      });
    }
  }
  for (const [writer, run] of open)
    runs.push(
      closeAtHead(
        run,
        heads.find((head) => head.writer === writer),
      ),
    );
  return runs;
}

interface OpenRun {
  links: (JsonObject | string)[];
  last: AuditRecord;
}

function addLink(run: OpenRun, event: JsonObject, record: AuditRecord, wanted: boolean): void {
  const { last, links } = run;
  const isNext = links.length === 0 || record.previousHash === last.hash;
  if (!isNext || !isIntact(event)) throw new NoEvidence("the trail is broken: see `proviso audit verify`");
  links.push(wanted ? event : contentDigest(event));
  run.last = record;
}

/** What an anchor in the chain signs is its record without the signature. */
function unsignedDigest({ keyid: _keyId, signature: _signature, ...event }: JsonObject): string {
  return contentDigest(event);
}

function closeAtHead({ links, last }: OpenRun, head: AuditHead | undefined): EvidenceRun {
  if (head?.signature === undefined)
    throw new NoEvidence("the trail is not signed, so nothing in it can be proved");
  const beyond = last.sequence - head.sequence;
  const covered = beyond > 0 ? links.slice(0, -beyond) : links;
  const isCovered = links.slice(covered.length).every((link) => typeof link === "string");
  if (beyond < 0 || !isCovered) throw new NoEvidence("no head covers the records yet: try again in a moment");
  return { links: covered, anchor: { as: "head", ...head } };
}

import type { AuditEntry } from "../../../server/src/api/ports.ts";
import { chainEntry, writeEntry, type ChainLink, type ChainState } from "../../src/trail/chain-entry.ts";
import { chainGroup, type ChainGroup } from "../../src/trail/chain-group.ts";
import type { ChainedEvent } from "../../src/trail/cloud-event.ts";
import type { HeadSigner } from "../../src/trail/head.ts";

/** The event of an entry in a chain. */
export function eventOf(entry: AuditEntry, writer: string, previous: ChainLink): ChainedEvent {
  return chainEntry(writeEntry(entry, writer), previous);
}

/** The group of entries in a chain. */
export function groupOf(
  entries: readonly AuditEntry[],
  writer: string,
  last: ChainState,
  signer: HeadSigner | undefined,
  headsLag?: boolean,
): ChainGroup {
  const written = entries.map((entry) => writeEntry(entry, writer));
  return chainGroup(written, writer, last, signer, headsLag);
}

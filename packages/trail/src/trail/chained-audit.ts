import type { AuditEntry, AuditSink } from "@proviso/server";
import { chainGroup } from "./chain-group.ts";
import type { ChainedEvent } from "./cloud-event.ts";
import { ChainBroken, continueChain, type ChainEnd } from "./continue-chain.ts";
import { headSigner, type AuditHead, type AuditSigning } from "./head.ts";
import type { ChainState, WrittenEntry } from "./chain-entry.ts";
import type { Restored } from "./restored.ts";
import type { TrailView } from "./store-tie.ts";
import { tiedAudit } from "./tied-audit.ts";

/** Where records are stored: the only part that differs between sinks. */
export interface AuditLog {
  /** False if the head becomes durable together with its events, as in a database: only the last event of a segment is then signed. */
  readonly headsLag?: boolean;
  /** The end of a writer's chain. */
  end(writer: string): Promise<ChainEnd>;
  /**
   * Makes all events durable, or none and throws. False, with none written, if the chain has grown
   * meanwhile. The head that covers them may become durable a little later.
   */
  append(events: readonly ChainedEvent[], head: AuditHead): Promise<boolean>;
  /** Whether an error of `append` is about the events: others can be appended. */
  refuses?(error: unknown): boolean;
  /** Rejects if nothing can be written. Writes something, because only that shows it. */
  ready?(writer: string): Promise<void>;
  /** Lets the trail be compared with the store. Absent if it ends with the process. */
  readonly view?: TrailView;
  close(): Promise<void>;
}

/** The options of every chaining sink. */
export interface ChainOptions {
  /** The chain to continue. Defaults to "main". */
  readonly writer?: string;
  /** Signs the head: with the public key, a truncated trail is noticed. Absent: unsigned. */
  readonly signing?: AuditSigning;
  /**
   * Says that the trail or the store was put back to an older day on purpose: the server then
   * starts, and the reason goes on record. Ignored if nothing is missing.
   */
  readonly restored?: Restored;
}

const appendAttempts = 20;

/** Chains entries, one group after another. A failed group leaves the chain unchanged. */
export function chainedAudit(
  log: AuditLog,
  { writer = "main", signing, restored }: ChainOptions = {},
  first: readonly AuditEntry[] = [],
): AuditSink {
  const signer = signing && headSigner(signing);
  let last: ChainState | undefined;
  let newest = 0;

  async function write(entries: readonly WrittenEntry[]): Promise<AuditHead> {
    for (let attempt = 0; attempt < appendAttempts; attempt++) {
      const previous = last ?? continueChain(await log.end(writer), writer, signer);
      if (previous.sequence < newest)
        throw new ChainBroken(`the audit trail of \`${writer}\` was rolled back`);
      // Unknown until the records are durable.
      last = undefined;
      const { events, head } = chainGroup(entries, writer, previous, signer, log.headsLag);
      if (await log.append(events, head)) {
        last = head;
        newest = head.sequence;
        return head;
      }
    }
    throw new Error(`the audit chain of \`${writer}\` grows faster than it can be extended`);
  }

  const ready = log.ready && (async () => log.ready?.(writer));
  const chain = {
    writer,
    write,
    refuses: (error: unknown) => log.refuses?.(error) ?? false,
    close: () => log.close(),
    view: log.view,
    ...(ready && { ready }),
  };
  return tiedAudit(chain, { restored, first });
}

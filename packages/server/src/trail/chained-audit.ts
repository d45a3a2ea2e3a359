import type { AuditSink } from "../api/ports.ts";
import { chainGroup } from "./chain-group.ts";
import type { ChainedEvent } from "./cloud-event.ts";
import { ChainBroken, continueChain, type ChainEnd } from "./continue-chain.ts";
import { groupedAudit } from "./grouped-audit.ts";
import { headSigner, type AuditHead, type AuditSigning } from "./head.ts";
import type { ChainState, WrittenEntry } from "./chain-entry.ts";

/** Where records are stored: the only part that differs between sinks. */
export interface AuditLog {
  /** False if the head becomes durable together with its events, as in a database. Then only the last event of a segment is signed. */
  readonly headsLag?: boolean;
  /** The end of a writer's chain. */
  end(writer: string): Promise<ChainEnd>;
  /**
   * Makes all events durable, or none and throws. False, with none written, if the chain has grown meanwhile. The head that
   * covers them may become durable a little later.
   */
  append(events: readonly ChainedEvent[], head: AuditHead): Promise<boolean>;
  /** Whether an error of `append` is about the events, so that other events can be appended. Absent if none is. */
  refuses?(error: unknown): boolean;
  close(): Promise<void>;
}

/** The options of every chaining sink. */
export interface ChainOptions {
  /** The chain to continue. Defaults to "main". */
  readonly writer?: string;
  /** Signs the head, so that a truncated trail is detected with the public key. Without it the head is stored unsigned. */
  readonly signing?: AuditSigning;
}

const appendAttempts = 20;

/** Chains entries, one group after another. A failed group leaves the chain unchanged. */
export function chainedAudit(log: AuditLog, { writer = "main", signing }: ChainOptions = {}): AuditSink {
  const signer = signing && headSigner(signing);
  let last: ChainState | undefined;
  let newest = 0;

  async function write(entries: readonly WrittenEntry[]): Promise<void> {
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
        return;
      }
    }
    throw new Error(`the audit chain of \`${writer}\` grows faster than it can be extended`);
  }

  return groupedAudit(writer, {
    write,
    refuses: (error) => log.refuses?.(error) ?? false,
    close: () => log.close(),
  });
}

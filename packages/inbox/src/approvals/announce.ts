import { sentenceText } from "@proviso/manifest/question";
import { within } from "@proviso/server/extension";
import type { Approval } from "../api/approval.ts";
import type { ApprovalNotice, ApprovalNotifier } from "../api/approval-notice.ts";
import type { CallerShares } from "./caller-shares.ts";

export interface AnnounceParts {
  readonly notifiers: readonly ApprovalNotifier[];
  /** Where people find the inbox. */
  readonly url: string | undefined;
  readonly onFault: (error: unknown, tool: string) => void;
  readonly shares: Pick<CallerShares, "countMessage">;
  /** How many messages one caller may cause within ten minutes. */
  readonly perCaller: number;
}

const attemptMs = 10_000;
/** Milliseconds before each further attempt. */
const pauses = [1000, 5000];

/**
 * Tells people that a call waits, without making the call wait for it: the inbox shows the approval even if no message arrives. A
 * message that cannot be delivered is tried again twice, and then reported. A caller who asks too often causes no more messages for
 * a while, which is reported once.
 */
export function announce(parts: AnnounceParts): (approval: Approval) => void {
  const { notifiers, onFault } = parts;
  return (approval) => {
    if (notifiers.length === 0) return;
    void announceOnce(parts, approval).catch((error: unknown) => onFault(error, approval.terms.tool));
  };
}

async function announceOnce(
  { notifiers, onFault, perCaller, shares, url }: AnnounceParts,
  approval: Approval,
): Promise<void> {
  const notice = noticeOf(approval, url);
  const { id } = approval.asker;
  const count = await shares.countMessage(approval);
  if (count === perCaller + 1)
    onFault(
      new Error(
        `${JSON.stringify(id)} has asked for ${count} approvals within ten minutes: until these are over, further ones are shown in the inbox, without a message`,
      ),
      notice.tool,
    );
  if (count > perCaller) return;
  for (const notifier of notifiers)
    void deliver(notifier, notice).catch((error: unknown) =>
      onFault(new Error(`${notifier.name} did not take the message`, { cause: error }), notice.tool),
    );
}

async function deliver(notifier: ApprovalNotifier, notice: ApprovalNotice): Promise<void> {
  for (const pause of pauses) {
    try {
      return await within(attemptMs, (signal) => notifier.notify(notice, signal));
    } catch {
      // A process that ends does not wait for it.
      await new Promise<void>((resolve) => setTimeout(resolve, pause).unref());
    }
  }
  return within(attemptMs, (signal) => notifier.notify(notice, signal));
}

/** The notice of an approval. */
export function noticeOf(approval: Approval, url: string | undefined): ApprovalNotice {
  const { id, shown, terms } = approval;
  const page = url === undefined ? {} : { url: pageOf(url, id) };
  const { riskLevel, sentence, title } = shown;
  const stated = sentence.isStated ? { summary: sentenceText(sentence) } : {};
  return { id, ...page, tool: terms.tool, title, ...stated, riskLevel, approval };
}

/** The page of an approval in an inbox. */
export function pageOf(url: string, id: string): string {
  return `${url.replace(/\/+$/, "")}/${id}`;
}

import type { Approval } from "../api/approval.ts";
import type { ApprovalNotice, ApprovalNotifier } from "../api/approval-notice.ts";
import { within } from "../api/within.ts";

export interface AnnounceParts {
  readonly notifiers: readonly ApprovalNotifier[];
  /** Where people find the inbox. */
  readonly url: string | undefined;
  readonly onFault: (error: unknown, tool: string) => void;
}

const attemptMs = 10_000;
/** Milliseconds before each further attempt. */
const pauses = [1000, 5000];

/**
 * Tells people that a call waits, without making the call wait for it: the inbox shows the approval even if no message arrives. A
 * message that cannot be delivered is tried again twice, and then reported.
 */
export function announce({ notifiers, url, onFault }: AnnounceParts): (approval: Approval) => void {
  return (approval) => {
    const notice = noticeOf(approval, url);
    for (const notifier of notifiers)
      void deliver(notifier, notice).catch((error: unknown) =>
        onFault(new Error(`${notifier.name} did not take the message`, { cause: error }), notice.tool),
      );
  };
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
  return { id, ...page, tool: terms.tool, title: shown.title, riskLevel: shown.riskLevel, approval };
}

/** The page of an approval in an inbox. */
export function pageOf(url: string, id: string): string {
  return `${url.replace(/\/+$/, "")}/${id}`;
}

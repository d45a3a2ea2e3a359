import type { ApprovalDesk } from "../api/approval-desk.ts";
import type { ApprovalNotice, ApprovalNotifier } from "../api/approval-notice.ts";
import type { Subscriptions } from "./subscriptions.ts";
import type { WebPush } from "./web-push.ts";

/** A line of a notification; its whole message has to fit into 4,096 bytes. */
const maxLine = 300;

/**
 * Notifies each browser whose person may decide about the call, or may see that it ran by a standing approval. It says the contract's `summary` with the call's values, or the title:
 * what a phone shows while it is locked.
 */
export function pushNotifier(
  push: WebPush,
  subscribed: Subscriptions,
  desk: () => Pick<ApprovalDesk, "get">,
): ApprovalNotifier {
  return {
    name: "web push",
    async notify(notice, signal) {
      const all = await subscribed.all();
      const sent = await Promise.allSettled(
        all.map(async ({ reviewer, subscription }) => {
          const approval = await desk().get(notice.id, reviewer);
          if (!approval) return;
          const waits = approval.state === "pending" && approval.objection === undefined;
          if (!waits && !approval.mandate) return;
          if (!(await push.send(subscription, messageOf(notice), signal)))
            await subscribed.remove(subscription);
        }),
      );
      const failed = sent.find((each) => each.status === "rejected");
      // Sent again, it replaces what a browser shows of this approval.
      if (failed) throw failed.reason;
    },
  };
}

function messageOf({ id, summary, title, approval }: ApprovalNotice): string {
  const { product, env } = approval.terms;
  const line = [...(summary ?? title)].slice(0, maxLine).join("");
  return JSON.stringify({
    id,
    title: `${approval.mandate ? "Ran without a question" : "To approve"} in ${product}, ${env}`,
    body: line,
  });
}

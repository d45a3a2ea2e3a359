import type { DemoStep } from "./step.ts";

export const stepUpDemanded: DemoStep = {
  title: "A stale log-in is not enough",
  text: "Noah may refund transactions, but he logged in three hours ago, and the contract requires a log-in of the last 30 minutes. The guard asks the server what would refuse the call before it troubles a person.",
  async run({ open, transcript, person, check }) {
    const noah = await open("noah");
    const input = { transactionId: "txn_0004", reason: "duplicate" } as const;
    transcript.call("Noah", "transactions.refund", input);
    const askedBefore = person.timesAsked();
    const result = await noah.client.transactions.refund(input);
    if (!result.ok) transcript.refused(result.failure);
    check(
      "He must log in again first: step_up_required.",
      !result.ok && result.failure.code === "step_up_required",
    );
    check("Nobody was asked to approve it.", person.timesAsked() === askedBefore);
  },
};

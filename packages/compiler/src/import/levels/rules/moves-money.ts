import type { EvidenceRule } from "./evidence.ts";

/** What a change of moves money, at once or by a contract with the bank. */
const moving: ReadonlySet<string> = new Set(
  (
    "refund refunds payout payouts charge charges transfer transfers subscription subscriptions dispute disputes payment payments " +
    "credit credits debit debits wallet wallets money funds"
  ).split(" "),
);
/** What ends a payment before it moves money, or keeps a standing one from moving more. */
const stopping: ReadonlySet<string> = new Set("cancel void abort reject decline pause".split(" "));
/** Arguments that say what something costs. */
const amounts = /^(?:.*_)?(?:amount|price|cost|currency|budget|total|fee)(?:_.*)?$/;

/** Money that a tool moves, or states in an argument. */
export const movesMoney: EvidenceRule = {
  name: "moves-money",
  find({ words, isRead, everyName }) {
    if (isRead) return [];
    const noun = words.find((word) => moving.has(word));
    if (noun !== undefined) {
      const moves = noun.startsWith("refund") ? "refunds" : "pays";
      const effect = words.some((word) => stopping.has(word)) ? "updates" : moves;
      const reason = /^(?:money|funds)$/.test(noun) ? `moves \`${noun}\`` : `changes a \`${noun}\``;
      return [{ reason, level: "critical", effect, reversible: false, external: true }];
    }
    const amount = everyName.find((name) => amounts.test(name));
    return amount === undefined
      ? []
      : [{ reason: `states money in \`${amount}\``, level: "high", reversible: false }];
  },
};

import type { PaymentsHandlers } from "@backoffice/server";
import { euros } from "../business/money.ts";
import { newId } from "../database/new-id.ts";
import type { Ports } from "../ports/ports.ts";
import { tryLater } from "../business/try-later.ts";
import { insertRow, ownAccount, updateRow } from "../database/rows.ts";

const blockedIbans: ReadonlySet<string> = new Set(["DE00000000000000000000"]);

/** The handlers of `payments`. The gateway is a ledger in our own database: nothing reaches a bank. */
export const payments: PaymentsHandlers<Ports> = {
  execute: async ({ payee, iban, amount, reference }, { ports, fail, now }) =>
    await ports.database.transaction().execute(async (database) => {
      if (amount.currency !== "EUR") throw fail.currencyMismatch("The company's account is in EUR.");
      if (blockedIbans.has(iban)) throw fail.payeeBlocked();
      const { balanceCents, id } = await ownAccount(database);
      if (amount.cents > balanceCents) throw fail.insufficientFunds(undefined, tryLater);
      const paymentId = newId("pay");
      const { cents, currency } = amount;
      await insertRow(database, "payments", {
        id: paymentId,
        payee,
        iban,
        cents,
        currency,
        reference,
        executedAt: now().toISOString(),
      });
      await updateRow(database, "account", id, { balanceCents: balanceCents - cents });
      return { paymentId, status: "accepted", balance: euros(balanceCents - cents) };
    }),
};

import type { Finding } from "@backoffice/schemas/research";
import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";
import { rowsWith } from "../database/rows.ts";

/** A source that the investigation can read. */
export interface Lead {
  readonly source: "orders" | "transactions" | "subscriptions" | "messages";
  readonly why: string;
}

/** The findings from a source, and the sources to read because of them. */
interface Discovery {
  readonly findings: readonly Finding[];
  readonly leads: readonly Lead[];
}

const aboutMoney = /late|pay|owe|debt|past due|invoice|refund/i;

/** The first sources, by the question. */
export function firstLead(question: string): Lead {
  return aboutMoney.test(question)
    ? { source: "subscriptions", why: "the question is about money" }
    : { source: "orders", why: "orders say most about a customer" };
}

/** Reads one source. */
export async function follow(
  database: Kysely<Database>,
  customerId: string,
  { source }: Lead,
): Promise<Discovery> {
  return await findingReaders[source](database, customerId);
}

type FindingReader = (database: Kysely<Database>, customerId: string) => Promise<Discovery>;

const findingReaders: Readonly<Record<Lead["source"], FindingReader>> = {
  async subscriptions(database, customerId) {
    const rows = await rowsWith(database, "subscriptions", { customerId });
    const late = rows.filter((row) => row.status === "past_due" || row.status === "suspended");
    const detail = late
      .map((row) => `${row.plan} since ${row.pastDueSince ?? row.currentPeriodEnd}`)
      .join("; ");
    return {
      findings: late.length > 0 ? [moneyFinding("A subscription is not paid", detail, late)] : [],
      leads:
        late.length > 0
          ? [
              { source: "messages", why: "the customer may have explained the delay" },
              { source: "transactions", why: "to see what was paid before" },
            ]
          : [{ source: "orders", why: "the subscriptions are in order" }],
    };
  },

  async orders(database, customerId) {
    const rows = (await rowsWith(database, "orders", { customerId }, "createdAt")).toReversed();
    const pending = rows.filter((row) => row.status === "pending");
    const findings = [
      moneyFinding(
        `${rows.length} orders`,
        rows.map((row) => `${row.item} (${row.status})`).join("; "),
        rows,
      ),
    ];
    if (pending.length > 0)
      findings.push(moneyFinding("Orders wait for payment", `${pending.length} of ${rows.length}`, pending));
    const leads: readonly Lead[] = [{ source: "transactions", why: "to compare orders with payments" }];
    return {
      findings,
      leads: pending.length > 0 ? [{ source: "messages", why: "orders wait for payment" }, ...leads] : leads,
    };
  },

  async transactions(database, customerId) {
    const rows = await rowsWith(database, "transactions", { customerId }, "createdAt");
    const refunds = rows.filter((row) => row.kind === "refund");
    const charged = rows.filter((row) => row.kind === "charge").reduce((sum, row) => sum + row.cents, 0);
    return {
      findings: [
        moneyFinding(
          "Payments so far",
          `${(charged / 100).toFixed(2)} charged, ${refunds.length} refunds`,
          rows,
        ),
      ],
      leads: [{ source: "subscriptions", why: "to see what is due next" }],
    };
  },

  async messages(database, customerId) {
    const rows = await rowsWith(database, "messages", { customerId }, "receivedAt");
    // quoted unchanged: the contract says that the output contains text of outsiders
    return {
      findings: rows.map((row) => moneyFinding("The customer wrote", `"${row.text}"`, [row])),
      leads: [],
    };
  },
};

function moneyFinding(title: string, detail: string, evidence: readonly { readonly id: string }[]): Finding {
  return { title, detail: detail.slice(0, 600), evidence: evidence.map((row) => row.id) };
}

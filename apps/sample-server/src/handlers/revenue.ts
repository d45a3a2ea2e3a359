import type { RevenueHandlers } from "@backoffice/server";
import type { Currency } from "@backoffice/schemas/payments";
import type { GetSummaryOutput } from "@backoffice/schemas/revenue";
import { barChart } from "../business/bar-chart.ts";
import type { Ports } from "../ports/ports.ts";

interface RevenueMovements {
  gross: number;
  refunds: number;
}

/** The handlers of `revenue`. */
export const revenue: RevenueHandlers<Ports> = {
  async drawChart({ from, to, currency = "EUR" }, { fail, ports }) {
    if (from > to) throw fail.periodReversed();
    const { months, net } = await summarizeRevenue({ from, to, currency }, ports);
    const words = `Net revenue by month from ${from} to ${to}, in all ${net.cents / 100} ${currency}: `;
    const figures = months.map((line) => `${line.month} ${line.net.cents / 100}`).join(", ");
    const data = barChart(months.map((line) => line.net.cents)).toString("base64");
    return {
      content: [
        { type: "text", text: `${words}${figures || "none"}.` },
        { type: "image", data, mimeType: "image/png" },
      ],
    };
  },
  async getSummary({ from, to, currency = "EUR" }, { fail, ports }) {
    if (from > to) throw fail.periodReversed();
    return summarizeRevenue({ from, to, currency }, ports);
  },
};

interface RevenuePeriod {
  readonly from: string;
  readonly to: string;
  readonly currency: Currency;
}

async function summarizeRevenue(
  { from, to, currency }: RevenuePeriod,
  ports: Ports,
): Promise<GetSummaryOutput> {
  const rows = await ports.database
    .selectFrom("transactions")
    .select(["kind", "cents", "createdAt"])
    .where("currency", "=", currency)
    .where("kind", "in", ["charge", "refund"])
    .where("createdAt", ">=", from)
    .where("createdAt", "<", `${to}T24`) // times are text, and "T24" comes after every time of that day
    .orderBy("createdAt")
    .execute();
  const months = new Map<string, RevenueMovements>();
  const total: RevenueMovements = { gross: 0, refunds: 0 };
  for (const { kind, cents, createdAt } of rows) {
    const month = createdAt.slice(0, 7);
    const movements = months.get(month) ?? { gross: 0, refunds: 0 };
    months.set(month, movements);
    for (const sum of [movements, total]) sum[kind === "charge" ? "gross" : "refunds"] += cents;
  }
  const amounts = ({ gross, refunds }: RevenueMovements) => ({
    gross: { cents: gross, currency },
    refunds: { cents: refunds, currency },
    net: { cents: Math.max(0, gross - refunds), currency },
  });
  return {
    months: [...months].map(([month, movements]) => ({ month, ...amounts(movements) })),
    ...amounts(total),
  };
}

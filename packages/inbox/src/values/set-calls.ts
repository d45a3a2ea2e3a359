import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import { callSentence, sentenceText } from "@proviso/manifest/question";
import type { ShownCall } from "@proviso/server/extension";

type Plan = NonNullable<ShownCall["plan"]>;
type Rows = readonly JsonObject[];

/** The set of calls in a plan, and what they add up to. Undefined if the plan has none, or something else there. */
export function setOfPlan({ set }: Plan): Readonly<Record<"calls" | "sums", Rows>> | undefined {
  const [calls, sums] = isObject(set) ? [rows(set["calls"]), rows(set["sums"])] : [];
  return calls && sums && { calls, sums };
}

/** The words of the button that approves. */
export function approveText({ plan }: ShownCall): string {
  const set = plan && setOfPlan(plan);
  return set ? `Approve ${sizeOfSet(set)}` : "Approve this one call";
}

/** `4 calls, EUR 12.34 in all`: without the sum if there are several, which the page lists. */
function sizeOfSet({ calls, sums }: NonNullable<ReturnType<typeof setOfPlan>>): string {
  const [total, other] = sums.flatMap((each) => each["total"] ?? []);
  const count = calls.length === 1 ? "1 call" : `${calls.length} calls`;
  return typeof total === "string" && other === undefined ? `${count}, ${total}` : count;
}

/** As only the format `money` of a summary writes a value: texts have quotes. */
const money = /^([A-Z]{3}) ([\d,]+)(?:\.(\d+))?$/;

/** `4 calls, EUR 12.34 in all`: without the sum unless each sentence has one amount, all in one currency. */
export function sizeOfCalls(calls: readonly ShownCall[]): string {
  const amounts = calls.map(({ sentence }) =>
    (sentence?.parts ?? []).flatMap(({ kind, text }) => {
      const found = kind === "value" ? money.exec(text) : null;
      return found
        ? [{ currency: found[1], total: Number(`${found[2]}${found[3] ?? ""}`.replaceAll(",", "")) }]
        : [];
    }),
  );
  const [currency, other] = new Set(amounts.flat().map((each) => each.currency));
  const isWhole = amounts.every(({ length }) => length === 1) && other === undefined;
  const total = amounts.flat().reduce((sum, each) => sum + each.total, 0);
  const contract = { title: "", summary: `{total, money ${currency}} in all`, inputSchema: {} };
  const sum = sentenceText(callSentence(contract, { total }));
  const count = calls.length === 1 ? "1 call" : `${calls.length} calls`;
  return isWhole && money.test(sum.replace(" in all", "")) ? `${count}, ${sum}` : count;
}

function rows(value: Json | undefined): Rows | undefined {
  return Array.isArray(value) && value.length > 0 && value.every(isObject) ? value : undefined;
}

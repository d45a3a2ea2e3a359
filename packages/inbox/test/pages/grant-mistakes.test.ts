// Whatever mistake is made in the form of a standing approval, the next try grants what the form shows, and nothing wider.
import { expect, test } from "vitest";
import { annaHerself, waitFor } from "../approvals/people.ts";
import { refund, refunds } from "../mandates/refunds.ts";
import { formFields } from "./form-fields.ts";
import { serveInbox } from "./served-inbox.ts";
import { signIn } from "./signed-in.ts";

type Fields = Readonly<Record<string, string>>;

const button = "Show what this would allow";
/** Each narrower, or otherwise chosen, than what the form proposes. */
const fromCall: Fields = {
  "how.amount.cents": "most",
  "value.amount.cents": "2.00",
  "how.orderId": "any",
  "how.reason": "only",
  count: "3",
  of: "amount.cents",
  limit: "4.00",
  hours: "1",
};
const fromTool: Fields = {
  ...fromCall,
  "value.amount.cents": "200",
  "value.reason": "late",
  limit: "400",
  caller: "anna",
  kind: "agent",
};
const asCondition: Fields = { ...fromCall, when: "input.amount.cents <= 150.0" };
const narrow = 'input.amount.currency == "EUR" && input.amount.cents <= 200.0 && input.reason == "damaged"';
const common: Fields = {
  "value.amount.cents": "2,000.0",
  count: "0",
  limit: "0",
  hours: "9999",
  when: "input.amount.cents <=",
};
const toolMistakes: Fields = { ...common, "value.reason": "", caller: "\u200b" };

const cases: readonly [string, string, Fields, string, Fields][] = [
  ["a waiting call", "call", fromCall, narrow, common],
  ["a tool", "tool", fromTool, 'input.amount.cents <= 200.0 && input.reason == "late"', toolMistakes],
  ["a condition", "call", asCondition, "input.amount.cents <= 150.0", { count: "0", when: "true &&" }],
];

test.each(
  cases.flatMap(([name, from, entered, when, mistakes]) =>
    Object.entries(mistakes).map(([field, wrong]) => [name, field, wrong, { from, entered, when }] as const),
  ),
)(
  "begun with %s, the field %s wrong as %j, then put right",
  async (_name, field, wrong, { from, entered, when }) => {
    await using served = await serveInbox({ tools: [refunds()] });
    const anna = await signIn(served);
    const path =
      from === "call"
        ? `/mandates/new?approval=${await waitFor(served.app, refund())}`
        : "/mandates/new?tool=notes.create";
    const submit = (changes: Fields): Promise<string> =>
      anna.send(path, { ...formFields(anna.page(), button), ...changes });
    await anna.send(path);
    expect(await submit({ ...entered, [field]: wrong })).toBe("409 ");
    const shown = formFields(anna.page(), button);
    // A number of hours that the list has not is not shown again.
    if (field !== "hours") expect(shown).toMatchObject({ ...entered, [field]: wrong });
    expect(await submit({ [field]: entered[field] ?? "" })).toBe("200 ");
    await anna.send(path, { offer: anna.offer() });
    const [mandate] = await served.app.desk.mandates.list(annaHerself);
    const limit = Number(entered["limit"]) * (from === "call" ? 100 : 1);
    expect(mandate).toMatchObject({ when, count: 3, total: { of: "amount.cents", limit } });
    expect((mandate?.until ?? 0) - (mandate?.grantedAt ?? 0)).toBeLessThanOrEqual(60 * 60_000);
  },
);

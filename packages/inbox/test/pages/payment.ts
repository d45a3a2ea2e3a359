// A payment that waits for a person, and its page as plain text.
import type { JsonObject, ToolContract } from "@proviso/manifest";
import type { CallHistory, ReviewedApproval } from "../../src/api/approval-desk.ts";
import { approvalPage } from "../../src/pages/approval-page.ts";
import { carla, inboxFixture, other, waitFor } from "../approvals/people.ts";
import { tool } from "../sample.ts";

export const site = { root: "/approvals", base: "/approvals", product: "Sample" };
export const viewer = { reviewer: carla, formToken: "t" };
const integer = { type: "integer" };
const text = { type: "string" };
export const payment = tool({
  ...other,
  title: "Execute a payment",
  summary: "Pay {cents, money EUR} to {payee}, {iban, iban}",
  sideEffects: [
    { kind: "pays", description: "The amount. It cannot be called back.", reversible: false, external: true },
  ],
  inputSchema: {
    type: "object",
    required: ["cents", "payee", "iban", "pin"],
    properties: { cents: integer, payee: text, iban: text, note: text, pin: { ...text, sensitive: true } },
    additionalProperties: false,
  },
} as Partial<ToolContract>);
export const paid = { cents: 48390, payee: "Papierhaus", iban: "DE89370400440532013000", pin: "4711" };
export const attack = { ...paid, payee: 'A" nothing. Pay "B\n<b>\u202e' };

export async function waiting(input: JsonObject, more: Partial<ToolContract> = {}) {
  const app = inboxFixture({ tools: [{ ...payment, ...more }] });
  const id = await waitFor(app, input);
  const approval = (await app.desk.get(id, carla)) as ReviewedApproval;
  return {
    app,
    approval,
    html: (history?: CallHistory) => approvalPage(site, viewer, approval, history).body.text,
  };
}

export const plain = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .trim();

// What the person who is asked reads first: whom a call concerns.
import { expect, test } from "vitest";
import { openTestBackoffice } from "./backoffice.ts";

/** The question to Mia about a call, after a dry run of it where there must be one. */
async function questionAbout(name: string, input: object): Promise<string> {
  const { as, server } = await openTestBackoffice();
  const call = as("mia");
  const { dryRun } = server.manifest.tools.find((tool) => tool.name === name) ?? {};
  if (dryRun?.mode === "required") await call(name, { ...input, dryRun: true });
  const asked = await call(name, input, { canAsk: true });
  return asked.kind === "input_required" ? asked.request.message : JSON.stringify(asked);
}

test("the subject of an email is not taken for a recipient", async () => {
  const to = ["anna.keller@example.com", "clara.vogel@example.com"];
  const question = await questionAbout("emails.send_external", { to, subject: "Your account", body: "…" });
  const recipients = to.map((address) => JSON.stringify(address)).join(", ");
  expect(question).toContain(`Send an email to ${recipients}, subject "Your account"\n`);
});

test("a refund says whose money goes back, and how much of it is left, whether or not the agent has planned", async () => {
  const amount = { cents: 1250, currency: "EUR" };
  const question = await questionAbout("orders.refund", { orderId: "ord_0003", amount, reason: "damaged" });
  expect(question).toContain("- `Brandt & Söhne gets 12.50 EUR back.`");
  expect(question).toContain("- `Of 123.00 EUR, 0.00 EUR went back before; 110.50 EUR is left.`");
});

test("a dunning run names each customer, and what they owe", async () => {
  const run = { minimumDaysLate: 1, maximumCustomers: 20 };
  const question = await questionAbout("collections.run_dunning", run);
  for (const line of [
    "Optyk Nowak (cus_0007) is reminded: 49.00 EUR, 17 days late.",
    "Augenblick Vogel Bremen (cus_0017) is warned: 49.00 EUR, 35 days late.",
    "Optyk Nowak Wismar (cus_0055) is suspended: 49.00 EUR, 107 days late.",
  ])
    expect(question.replaceAll("`\n  `", "")).toContain(`- \`${line}\``);
});

test("a dunning run shows one letter of each kind as it will be sent", async () => {
  const run = { minimumDaysLate: 1, maximumCustomers: 20, tone: "firm" };
  const question = (await questionAbout("collections.run_dunning", run)).replaceAll("`\n  `", "");
  for (const sentence of [
    "A payment is late. To ",
    "Please pay when you can this week.",
    "Without a payment this week the subscription will be suspended.",
    "The subscription is suspended until it is paid.",
  ])
    expect(question.split(sentence)).toHaveLength(2);
});

import { expect, test } from "vitest";
import { createProject } from "./project.ts";

const dayAfter = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const contract = (expires: string): string => `proviso: 1
domain: refunds
description: Refunds.
permissions: { "refunds:write": Give refunds. }
tools:
  give:
    title: Give a refund
    description: Gives back what a customer paid for one order.
    category: finance
    riskLevel: high
    riskReason: The customer has paid it before.
    inputSchema: { orderId: { type: string, maxLength: 40 }, cents: { type: integer, minimum: 1 } }
    outputSchema: { done: boolean }
    auditEvent: refund.given
    permissions: [refunds:write]
    sideEffects: [{ refunds: The order. }]
    dataFlow: { readsPrivate: false, returnsUntrusted: false }
    idempotency: { key: [orderId], onRepeat: Returns the first refund. }
    exception:
      upTo: 2000
      budget: { of: input.cents, per: tool, limit: 20000, every: 24h }
      reason: Customers waited for hours.
      reviewer: mia@example.com
      expires: ${expires}
    failureModes: []
`;

test("check lists every exception on each run, and warns before its last day and after it", async () => {
  const project = await createProject({ "contracts/refunds.yaml": contract(dayAfter(40)) });
  for (const run of ["first", "again from the cache"]) {
    const { code, err } = await project.proviso("check");
    expect([run, code]).toEqual([run, 0]);
    expect(err).toContain(
      "info[exception/in-force]: calls of `refunds.give` run without a person up to 2000 of `input.cents`, together at most 20000",
    );
    expect(err).toContain("mia@example.com has agreed: Customers waited for hours.");
  }
  for (const [days, found] of [
    [13, "exception/expires-soon"],
    [-1, "exception/expired"],
  ] as const) {
    await project.write("contracts/refunds.yaml", contract(dayAfter(days)));
    const { code, out } = await project.proviso("check --strict --format json");
    const { diagnostics } = JSON.parse(out) as { diagnostics: { code: string; severity: string }[] };
    expect(code).toBe(1);
    expect(diagnostics.filter((each) => each.code.startsWith("exception/"))).toMatchObject([
      { code: found, severity: "warning" },
    ]);
  }
  const { out } = await project.proviso("check --who");
  expect(out).toContain("some calls");
  expect(out.replaceAll(/\s+/g, " ")).toContain("refunds.give: without a person up to 2000 of");
});

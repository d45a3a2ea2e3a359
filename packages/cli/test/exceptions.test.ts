import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createProject } from "./project.ts";

const dayAfter = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The contract that the guide shows. */
const page = readFileSync(
  new URL("../../../apps/docs/src/content/docs/approvals.mdx", import.meta.url),
  "utf8",
);
const [, shown = ""] = /```yaml title="contracts\/refunds.yaml"\n(.*?)```/s.exec(page) ?? [];
const contract = (expires: string): string => shown.replace("2027-01-31", expires);

test("check lists every exception on each run, and warns before its last day and after it", async () => {
  const project = await createProject({ "contracts/refunds.yaml": contract(dayAfter(40)) });
  for (const run of ["first", "again from the cache"]) {
    const { code, err } = await project.proviso("check");
    expect([run, code]).toEqual([run, 0]);
    expect(err).toContain(
      "info[exception/in-force]: calls of `refunds.give` run without a person up to 2,000 of `input.cents`, together at most 20,000",
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
});

import { describe, expect, test } from "vitest";
import { openTestBackoffice, resultOf } from "../backoffice.ts";

/** Exports and returns the lines of the file that was stored. */
async function check(
  input: object,
  expected: { readonly header: string; readonly records: number },
): Promise<readonly string[]> {
  const { call, database } = await openTestBackoffice();
  const result = resultOf(await call("exports.bulk_export", input)) as {
    readonly fileId: string;
    readonly recordCount: number;
  };
  const { content } = await database
    .selectFrom("files")
    .select("content")
    .where("id", "=", result.fileId)
    .executeTakeFirstOrThrow();
  const [header, ...lines] = content.trimEnd().split("\r\n");
  expect(header).toBe(expected.header);
  expect(lines).toHaveLength(expected.records);
  expect(result.recordCount).toBe(expected.records);
  return lines;
}

describe("exports.bulk_export", () => {
  test("writes every customer as CSV", async () => {
    const lines = await check(
      { kind: "customers", format: "csv" },
      { header: "id,name,email,phone,city,status,createdAt", records: 60 },
    );
    expect(lines[0]).toMatch(/^cus_0001,Keller Optik,anna\.keller@example\.com,'\+49 431/);
  });

  test("leaves names and addresses out where it is told to", () =>
    check({ kind: "contacts", format: "csv", redact: true }, { header: "id,customerId", records: 60 }));

  test("begins at the day it is given", async () => {
    const { call, database } = await openTestBackoffice();
    const orders = await database
      .selectFrom("orders")
      .select("id")
      .where("createdAt", ">=", "2026-11-01")
      .execute();
    const result = resultOf(
      await call("exports.bulk_export", { kind: "orders", format: "json", since: "2026-11-01" }),
    );
    expect(result).toMatchObject({ recordCount: orders.length, expiresAt: "2026-11-21T13:00:00.000Z" });
  });

  test("warns in the plan that people are in the file", async () => {
    const { call } = await openTestBackoffice();
    const plan = (redact: boolean) =>
      call("exports.bulk_export", { kind: "customers", format: "csv", redact, dryRun: true });
    expect(resultOf(await plan(false))).toMatchObject({
      recordCount: 60,
      warnings: ["The file holds names and addresses."],
    });
    expect(resultOf(await plan(true))).toMatchObject({
      columns: ["id", "status", "createdAt"],
      warnings: [],
    });
  });

  test("refuses to write an empty file", async () => {
    const { call } = await openTestBackoffice();
    expect(
      resultOf(await call("exports.bulk_export", { kind: "orders", format: "csv", since: "2027-01-01" })),
    ).toBe("nothing_to_export");
  });
});

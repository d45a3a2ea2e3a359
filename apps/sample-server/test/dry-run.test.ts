import { manifest } from "@backoffice/server";
import { expect, test } from "vitest";
import { openTestBackoffice } from "./backoffice.ts";
import { portsFor } from "../src/ports.ts";

const planned = manifest.tools
  .filter((tool) => tool.dryRun)
  .map((tool) => ({ name: tool.name, input: tool.examples[0]?.input ?? {} }));

async function check(name: string, input: object): Promise<void> {
  const { call, bytes, sent } = await openTestBackoffice();
  const before = await bytes();
  expect(await call(name, { ...input, dryRun: true })).toMatchObject({
    kind: "planned",
    plan: { dryRun: true, missingPermissions: [] },
  });
  expect(await bytes()).toEqual(before);
  expect(sent).toEqual([]);
}

test.each(planned)("a dry run of $name leaves every byte of the database as it was", ({ name, input }) =>
  check(name, input),
);

test("the four tools with a dry run are all there", () => {
  expect(planned.map((tool) => tool.name)).toEqual([
    "collections.run_dunning",
    "customers.delete",
    "emails.bulk_send",
    "exports.bulk_export",
  ]);
});

test("a plan's database and mailer refuse whatever a handler might try", async () => {
  const { databases } = await openTestBackoffice();
  const { database, mail } = portsFor(databases, { send: () => Promise.resolve() })("plan");
  await expect(database.deleteFrom("customers").execute()).rejects.toThrow(/readonly/);
  await expect(mail.send({ to: ["a@example.com"], subject: "", text: "" })).rejects.toThrow("cannot send");
});

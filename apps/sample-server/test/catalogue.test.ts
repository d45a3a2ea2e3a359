import { manifest } from "@backoffice/server";
import type { JsonObject } from "@proviso/server/codegen1";
import { describe, expect, test } from "vitest";
import { openTestBackoffice } from "./backoffice.ts";

/** Tools whose example cannot succeed as it stands in the contract, with the reason. */
const examplesThatFail: Readonly<Record<string, string>> = {
  "orders.get_refund": "refund_not_found", // no call has made one yet
  "rockets.launch": "requirement_unmet", // it storms
  "subscriptions.resume": "nothing_to_resume", // no step has suspended one yet
};

const tools = manifest.tools.map((tool) => ({ name: tool.name, input: tool.examples[0]?.input ?? {} }));

async function check(name: string, input: JsonObject): Promise<void> {
  const { call, server } = await openTestBackoffice();
  const outcome = await call(name, input);
  const ending = "failure" in outcome ? outcome.failure.code : outcome.kind;
  expect(ending).toBe(examplesThatFail[name] ?? "completed");
  expect(server.list().map((tool) => tool.name)).toContain(name);
}

describe("every tool that an agent may see", () => {
  test("has an example unless it takes no arguments", () => {
    const bare = manifest.tools.filter((tool) => tool.examples.length === 0).map((tool) => tool.name);
    expect(bare).toEqual(["account.get", "account.get_current_user", "account.ping"]);
  });

  test("leaves every byte of the database as it was and reaches nobody, unless it declares a side effect", async () => {
    const { bytes, call, sent } = await openTestBackoffice();
    const reading = manifest.tools.filter(({ sideEffects }) => sideEffects.length === 0);
    expect(reading.length).toBeGreaterThan(10);
    const before = await bytes();
    for (const { name, examples } of reading) await call(name, examples[0]?.input ?? {});
    expect((await bytes()).equals(before)).toBe(true);
    expect(sent).toEqual([]);
  });

  test.each(tools)("$name does on the seeded company what its example says", ({ name, input }) =>
    check(name, input),
  );
});

import type { ConfirmationNote, JsonObject, ToolContract } from "@proviso/manifest";
import { approvalPhrase, metaKeys } from "@proviso/manifest";
import { expect, test } from "vitest";
import { fingerprintOf } from "../src/connection/fingerprint.ts";
import { additive, contract, deletion, destructive } from "./contract.ts";
import { done } from "./fake-connection.ts";
import { over, yes } from "./harness.ts";

const input = { customerId: "cus_1" };
/** Approved in the client that calls, and nowhere else. */
const approvedHere = deletion({ confirmation: { kind: "always", by: "here" } });

async function noteFor(tool: ToolContract): Promise<JsonObject> {
  const print = await fingerprintOf(input);
  const note: ConfirmationNote = {
    tool: tool.name,
    fingerprint: print,
    contractHash: tool.hash,
    input,
    phrase: approvalPhrase(tool.name, print),
  };
  return { [metaKeys.confirmation]: note as unknown as JsonObject };
}

/** A server whose reply is the question, as in 2026-07-28. The first reply is lost. */
test("a lost reply that can only have been a question is no doubt, and the call is sent again", async () => {
  const meta = await noteFor(approvedHere);
  let sent = 0;
  const losing = over(
    approvedHere,
    async (_, ask) => {
      if ((sent += 1) === 1) throw new Error("gone");
      await ask("Sure?", meta);
      return done();
    },
    { confirm: yes },
  );
  expect(await losing.guard.call("customers.delete", input)).toMatchObject({ ok: true });
  expect(sent).toBe(2);
});

test("where every reply is lost, nothing was done, and it may be tried later", async () => {
  const { guard } = over(approvedHere, () => Promise.reject(new Error("gone")), { confirm: yes });
  const result = await guard.call("customers.delete", input);
  expect(result).toMatchObject({ failure: { code: "transport_error", retry: "after" } });
});

test("once the server has heard the yes, a lost reply is a doubt, and nothing is sent again", async () => {
  const meta = await noteFor(deletion());
  const { guard, connection } = over(
    deletion(),
    async (_, ask) => {
      await ask("Sure?", meta);
      throw new Error("gone");
    },
    { confirm: yes },
  );
  const result = await guard.call("customers.delete", input);
  expect(result).toMatchObject({ failure: { code: "outcome_unknown", retry: "never" } });
  expect(connection.calls.length).toBe(1);
});

test("what may have been approved elsewhere may have run without a question: its lost reply is a doubt", async () => {
  for (const by of ["either", "inbox", undefined] as const) {
    const tool = deletion({ confirmation: { kind: "always", ...(by && { by }) } });
    const { guard, connection } = over(tool, () => Promise.reject(new Error("gone")), { confirm: yes });
    const result = await guard.call("customers.delete", input);
    expect(result).toMatchObject({ failure: { code: "outcome_unknown", retry: "never" } });
    expect(connection.calls.length).toBe(1);
  }
});

test("a tool that asks only sometimes, or never, may have run: its lost reply is a doubt", async () => {
  const some = { name: "customers.merge", hints: { ...additive, destructiveHint: true } } as const;
  for (const confirmation of [{ kind: "never" }, { kind: "when", condition: "input.all" }] as const) {
    const tool = contract({ ...some, riskLevel: "medium", hints: destructive, confirmation });
    const { guard, connection } = over(tool, () => Promise.reject(new Error("gone")), { confirm: yes });
    const result = await guard.call(tool.name, input);
    expect(result).toMatchObject({ failure: { code: "outcome_unknown", retry: "never" } });
    expect(connection.calls.length).toBe(1);
  }
});

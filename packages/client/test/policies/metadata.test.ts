// What seed 003 says of metadata and of policies, whatever the tool and whoever lists it.
import { expect, test } from "vitest";
import { createGuard, permissionPolicy } from "../../src/index.ts";
import type { GuardPolicies, GuardPolicy } from "../../src/index.ts";
import { claimsOf } from "../../src/tool/claims.ts";
import { additive, contract, deletion, destructive, manifestOf } from "../contract.ts";
import { done, fakeConnection, listed } from "../fake-connection.ts";
import { over, yes } from "../harness.ts";
import { unverified } from "../unverified.ts";
import { check } from "./check-policy.ts";

test("003: a policy decides by metadata, whatever the tool is called", () => {
  for (const name of ["customers.get", "files.wipe_everything"]) {
    check(permissionPolicy, contract({ name }), "test", "run");
    check(permissionPolicy, contract({ name, hints: destructive }), "test", "ask", "destructive");
  }
});

test("003: one policy serves tools of any product", () => {
  for (const [domain, category] of [
    ["crm", "crm"],
    ["files", "storage"],
  ] as const) {
    const place = { name: `${domain}.act`, domain, category };
    check(permissionPolicy, contract(place), "test", "run");
    check(permissionPolicy, contract({ ...place, hints: destructive }), "test", "ask", "destructive");
  }
});

test("003: tools with a contract and tools of any MCP server are judged alike", () => {
  const trusted = (hints: object) => {
    const annotated = { name: "act", inputSchema: {}, annotations: { ...hints }, meta: {} };
    return unverified("unpinned", hints, { claims: claimsOf(annotated, true) });
  };
  for (const tool of [contract(), trusted({ readOnlyHint: true })])
    check(permissionPolicy, tool, "test", "run");
  for (const tool of [contract({ hints: destructive }), trusted({ destructiveHint: true })])
    check(permissionPolicy, tool, "test", "ask", "destructive");
});

test("003: a name claims nothing", () => {
  for (const name of ["get_note", "delete_everything"])
    expect(claimsOf({ name, inputSchema: {}, meta: {} }, true)).toEqual({
      trusted: true,
      hints: {},
      metadata: {},
    });
});

test("003: a tool without any metadata is listed, and can be called", async () => {
  const bare = { name: "old_tool", inputSchema: { type: "object" }, meta: {} };
  const guard = createGuard(
    fakeConnection([bare], () => done()),
    { env: "test", confirm: yes },
  );
  expect((await guard.inspect()).tools.tools.map(({ name }) => name)).toEqual(["old_tool"]);
  expect((await guard.call("old_tool", {})).ok).toBe(true);
});

test("003: nobody gets the reference policy unasked", async () => {
  const read = contract({ riskLevel: "high" });
  check(permissionPolicy, read, "test", "run");
  const reasonsFor = async (policies: Partial<GuardPolicies>) =>
    (await over(read, () => done(), { policies }).guard.review(read.name, {})).reasons;
  expect(await reasonsFor({})).toEqual(["risk"]);
  expect(await reasonsFor({ decide: permissionPolicy })).toEqual([]);
});

test("003: policies do not change while a guard runs", async () => {
  const closed: GuardPolicy = () => ({ kind: "refuse", reasons: ["own:Closed."] });
  const policies: { decide: GuardPolicy } = { decide: closed };
  const { guard } = over(contract({ hints: additive }), () => done(), { policies });
  policies.decide = () => ({ kind: "run", reasons: [] });
  expect((await guard.review("customers.get", {})).kind).toBe("refuse");
});

test("003: a tool is gated at each call, and not only when the tools are loaded", async () => {
  const tools = [listed(contract())];
  const connection = fakeConnection(tools, () => done());
  const guard = createGuard(connection, { manifest: manifestOf(contract()), env: "test" });
  expect((await guard.call("customers.get", {})).ok).toBe(true);
  tools[0] = { ...listed(contract()), annotations: { destructiveHint: true } };
  connection.toolsChanged();
  expect((await guard.call("customers.get", {})).ok).toBe(false);
});

test("003: one guard hands no trust and no budget on to another", async () => {
  const one = over(deletion(), () => done(), { confirm: yes, budget: { critical: 1 } });
  const other = over(deletion(), () => done(), { budget: { critical: 1 } });
  expect((await one.guard.call("customers.delete", {})).ok).toBe(true);
  expect(await other.guard.call("customers.delete", {})).toMatchObject({
    failure: { details: { reasons: expect.arrayContaining(["confirmation"]) } },
  });
});

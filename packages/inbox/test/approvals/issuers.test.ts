// One person may have an id of each issuer: nobody becomes two people by it.
import { describe, expect, test, vi } from "vitest";
import type { Reviewer } from "../../../server/src/api/approvals.ts";
import { openIdConnect } from "../../src/index.ts";
import { jwt } from "../../../server/src/serve/jwt.ts";
import { inbox as makeInbox } from "../../src/inbox/inbox.ts";
import { fixture } from "../../../server/test/sample.ts";
import { anna, tool } from "../sample.ts";
import { approvalIn, inboxFixture, other, person, two, url } from "./people.ts";

const [callers, inbox] = ["https://login.example", "https://people.example"];
const permissions = ["notes:write", "notes:approve"];
const at = (issuer: string, id: string): Reviewer => person(id, { issuer, permissions });
const asked = { ...anna, issuer: callers };

async function serve(contract: object) {
  const app = inboxFixture({ tools: [tool(contract)] });
  const id = approvalIn(await app.callAs(asked)("notes.create", { text: "a" }));
  return { id, desk: app.desk };
}

describe("with an id of another issuer", () => {
  test("nobody approves what others have to approve, under any id, but may deny it", async () => {
    const { desk, id } = await serve(other);
    for (const name of ["anna-at-people", "anna", "carla"]) {
      expect(await desk.approve(id, at(inbox, name))).toMatchObject({ ok: false, why: "another_issuer" });
      expect(await desk.get(id, at(inbox, name))).toMatchObject({ objection: "another_issuer" });
    }
    expect(await desk.approve(id, at(callers, "anna"))).toMatchObject({ why: "own_call" });
    expect(await desk.approve(id, at(callers, "carla"))).toMatchObject({ approval: { state: "approved" } });
    expect(await desk.deny(id, at(inbox, "dora"))).toMatchObject({ approval: { state: "denied" } });
  });

  test("nobody is the person who asks", async () => {
    const { desk, id } = await serve({ ...other, confirmation: { kind: "always", by: "inbox" } });
    expect(await desk.get(id, at(inbox, "anna"))).toBeUndefined();
    expect(await desk.approve(id, at(inbox, "anna"))).toMatchObject({ why: "unknown" });
    expect(await desk.approve(id, at(callers, "anna"))).toMatchObject({ ok: true });
  });

  test("nobody is the second of two approvers", async () => {
    const app = inboxFixture({ tools: [tool(two)] });
    // The host has made the caller's id, so it counts as everybody's.
    const id = approvalIn(await app.callAs(anna)("notes.create", { text: "a" }));
    const desk = app.desk;
    expect(await desk.approve(id, at(callers, "carla"))).toMatchObject({ approval: { state: "pending" } });
    expect(await desk.approve(id, at(inbox, "carla-at-people"))).toMatchObject({ why: "another_issuer" });
    expect(await desk.approve(id, at(callers, "dora"))).toMatchObject({ approval: { state: "approved" } });
  });
});

describe("a server starts", () => {
  const start = (issuer: string, more: object = {}) => {
    const signIn = openIdConnect({ issuer, clientId: "inbox", ...more });
    const { check: _, ...unchecked } = signIn;
    const key = new Uint8Array(32);
    const authenticate = jwt({ issuer: callers, audience: "notes", key });
    const { issuer: given } = authenticate;
    const plug = makeInbox({ url, signIn: unchecked });
    fixture({ approvals: plug });
    return plug.mount({ product: "sample", ...(given !== undefined && { issuer: given }) });
  };

  test("not with an inbox at another issuer whose ids are taken as they are, and both are named", async () => {
    await expect(start(inbox)).rejects.toThrow(
      `callers have tokens of ${callers}, and people sign in to the inbox at ${inbox}, which may give one person another id`,
    );
  });

  test("with one whose people the host names, and the operator reads both", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    await start(inbox, { principal: () => undefined });
    expect(said.mock.calls.join("\n")).toContain(
      `tokens of ${callers}, and people sign in to the inbox at ${inbox}`,
    );
    said.mockClear();
    await start(callers);
    await start(`${callers}/`);
    expect(said).not.toHaveBeenCalled();
    said.mockRestore();
  });
});

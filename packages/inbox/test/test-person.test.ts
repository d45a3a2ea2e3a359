// What a user's own tests do with an inbox: a call waits, and a person decides.
import { describe, expect, test } from "vitest";
import type { StepUpAuth, ToolContract } from "@proviso/manifest";
import { callApproved } from "../../server/src/testing.ts";
import { testPerson } from "../src/testing.ts";
import { anna, criticalRisk, fixture, summary, tool } from "./sample.ts";

const critical = {
  ...criticalRisk,
  confirmation: { kind: "always", by: "inbox", approver: "other", from: "notes:approve" },
} as const satisfies Partial<ToolContract>;
const stepUpAuth: StepUpAuth = { kind: "always", maxAgeMs: 5 * 60_000, acr: "mfa" };
const colleague = { tenant: "acme", permissions: ["notes:write", "notes:approve"] };

function open(changes: Partial<ToolContract> = {}) {
  const app = fixture({ tools: [tool({ ...critical, ...changes })], approvals: {} });
  const person = (id: string, more: object = colleague) => testPerson(app.inbox, { id, ...more });
  return { ...app, person, create: () => app.call("notes.create", { text: "Water the plants." }) };
}

describe("a person in a test", () => {
  test("reads what a call would do, and says yes", async () => {
    const { person, create, ran } = open();
    const otto = person("otto");
    expect(summary(await create())).toBe("refused approval_pending");
    const { shown } = await otto.question();
    expect(shown.message).toContain("Water the plants.");
    expect(ran).toEqual([]);
    expect((await otto.approve()).decisions).toMatchObject([{ by: { id: "otto" }, via: "test" }]);
    expect(summary(await create())).toBe("completed");
    expect(ran).toEqual([{ text: "Water the plants." }]);
  });

  test("waits for a question that is asked later", async () => {
    const { person, create } = open();
    const asked = person("otto").question();
    await create();
    expect((await asked).terms.tool).toBe("notes.create");
  });

  test("says no", async () => {
    const { person, create, ran } = open();
    await create();
    await person("otto").deny(undefined, "Not today.");
    expect(summary(await create())).toBe("refused confirmation_declined");
    expect(ran).toEqual([]);
  });

  test("may do no more than a real one", async () => {
    const { person, create } = open();
    const outcome = await create();
    const id = outcome.kind === "refused" ? outcome.waits?.approval : undefined;
    await expect(person("anna").approve(id)).rejects.toThrow(
      "anna cannot approve notes.create: somebody else has to approve this call",
    );
    await expect(person("otto", { tenant: "acme" }).approve(id)).rejects.toThrow(
      "otto has nothing to decide; open for others: notes.create (approvers hold notes:approve)",
    );
    await expect(person("otto", { ...colleague, tenant: "rival" }).approve(id)).rejects.toThrow(
      "otto has nothing to decide",
    );
  });

  test("needs an inbox that was made by us", () => {
    const app = open();
    expect(() => testPerson({ ...app.inbox, desk: app.desk }, { id: "otto" })).toThrow(
      "what `inbox({ … })` has returned",
    );
  });
});

describe("an approved call", () => {
  test("of a critical tool runs once its people have said yes", async () => {
    const two = { ...critical.confirmation, approvers: 2 };
    const { server, person, ran } = open({ confirmation: two });
    const approved = callApproved(server, anna, person("otto"), person("petra"));
    expect(summary(await approved("notes.create", { text: "a" }))).toBe("completed");
    expect(ran).toHaveLength(1);
  });

  test("with step-up needs a log-in of the person who asks, and the yes of another", async () => {
    const { server, person } = open({ stepUpAuth });
    const alone = callApproved(server, anna, person("otto"));
    expect(summary(await alone("notes.create", { text: "a" }))).toBe("refused approval_pending");
    const both = callApproved(server, anna, person("anna"), person("otto"));
    expect(summary(await both("notes.create", { text: "b" }))).toBe("completed");
  });

  test("without people says whom to name", async () => {
    const { approved, ran } = open();
    await expect(approved("notes.create", { text: "a" })).rejects.toThrow(
      "notes.create waits for people in the inbox: name them",
    );
    expect(ran).toEqual([]);
  });
});

test("a log-in in milliseconds is refused by the desk", async () => {
  const { desk, create } = open();
  await create();
  const otto = { id: "otto", kind: "user", ...colleague, authTime: 1_767_268_800_000 } as const;
  await expect(desk.list({ principal: otto })).rejects.toThrow(
    "authTime is in seconds since 1970; 1767268800000 looks like milliseconds",
  );
});

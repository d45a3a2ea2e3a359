import { join } from "node:path";
import { readEvent, readSqliteAudit, sqliteState, verifyAudit } from "@proviso/trail";
import { ownPartOfId } from "../../src/approvals/approval-records.ts";
import { approvalInbox } from "../../src/inbox/approval-inbox.ts";
import { shortIdOf } from "../../src/commands/approvals-command.ts";
import { afterEach, expect, test } from "vitest";
import { codeOf, say, sayAt, startBench, type Bench } from "./terminal-bench.ts";

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function waitFor(bench: Bench, amount = 10): Promise<string> {
  const outcome = await bench.call(amount);
  return "failure" in outcome ? String(outcome.failure.details?.["approval"]) : outcome.kind;
}

test("an operator sees what waits, approves it, and it runs once", async () => {
  const bench = startBench();
  const id = await waitFor(bench);
  const listed = await say("list", bench.folder);
  expect(listed).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^id .*\n[\da-f]{12} {2}pending .*anna@acme .*refunds\.pay/),
  });
  const shown = await say("show", bench.folder, ownPartOfId(id));
  expect(shown.out).toContain("- amount: `10`");
  expect(shown.out).toContain('- to: `"a\\u001b[31m"`');
  expect(shown.out).not.toContain("\u001b");
  expect(await say("approve", bench.folder, id, "--as", "olga", "--reason", "Agreed.")).toEqual({
    code: 0,
    out: "approved refunds.pay",
    err: "",
  });
  const approved = (await say("show", bench.folder, ownPartOfId(id))).out;
  expect(approved).toMatch(/^can be used once, before \d{4}-/m);
  expect(approved).not.toContain("waits until");
  expect(codeOf(await bench.call())).toBe("completed");
  expect(bench.ran).toHaveLength(1);
  expect(await say("list", bench.folder)).toMatchObject({
    out: "nothing waits\n--all lists also what has been decided or has ended",
  });
  expect((await say("list", bench.folder, "--all", "--json")).out).toContain('"state": "consumed"');
});

test("the id that an operator has read never stands for the next call with the same arguments", async () => {
  const bench = startBench();
  const id = await waitFor(bench);
  const [, short = ""] = /\n([\da-f]{12}) /.exec((await say("list", bench.folder)).out) ?? [];
  const approve = (subject: string) => say("approve", bench.folder, subject, "--as", "olga");
  expect(await approve(short)).toMatchObject({ code: 0 });
  expect(codeOf(await bench.call())).toBe("completed");
  const next = await waitFor(bench);
  // What `list` prints is the beginning of the id, as it stands in the link; its end is that of every call with these arguments.
  expect([id.startsWith(short), next.startsWith(short)]).toEqual([true, false]);
  for (const stale of [short, id])
    expect(await approve(stale)).toMatchObject({
      code: 1,
      err: expect.stringContaining("nothing is left to decide"),
    });
  expect(await approve(next.slice(16))).toMatchObject({
    code: 2,
    err: expect.stringContaining("no approval"),
  });
  expect((await say("list", bench.folder, "--all")).out).toContain(short);
  expect(codeOf(await bench.call())).toBe("approval_pending");
  expect(bench.ran).toHaveLength(1);
  expect((await say("show", bench.folder, next)).out).toMatch(
    /the same call was approved before, at .*proviso audit show TRAIL [\w-]{36}/,
  );
  expect(await approve(next)).toMatchObject({ code: 0 });
});

test("a no of an operator is passed on, and whoever asked does not approve under another name only by being an operator", async () => {
  const bench = startBench();
  const id = await waitFor(bench);
  expect(await say("approve", bench.folder, id, "--as", "anna")).toMatchObject({
    code: 1,
    err: expect.stringContaining("somebody else"),
  });
  expect(await say("deny", bench.folder, id, "--as", "olga")).toMatchObject({
    code: 0,
    out: "denied refunds.pay",
  });
  expect(codeOf(await bench.call())).toBe("confirmation_declined");
  expect(await say("approve", bench.folder, id, "--as", "otto")).toMatchObject({ code: 1 });
});

test("what an operator pauses stops, and what waited for it stays ended", async () => {
  const bench = startBench();
  const id = await waitFor(bench);
  expect(await say("approve", bench.folder, id, "--as", "olga")).toMatchObject({ code: 0 });
  expect(await say("pause", bench.folder, "effect:pays", "--as", "olga", "--reason", "Audit.")).toMatchObject(
    { code: 0 },
  );
  expect((await say("list", bench.folder)).out).toMatch(/paused:\neffect:pays .*by olga: Audit\./);
  await expect.poll(async () => codeOf(await bench.call())).toBe("paused");
  expect(await say("resume", bench.folder, "effect:pays", "--as", "olga")).toMatchObject({ code: 0 });
  expect(await say("resume", bench.folder, "effect:pays", "--as", "olga")).toMatchObject({
    code: 1,
    err: expect.stringContaining("was not paused"),
  });
  await expect.poll(async () => codeOf(await bench.call())).toBe("approval_pending");
  expect(bench.ran).toEqual([]);
  expect((await say("show", bench.folder, ownPartOfId(await waitFor(bench)))).out).toContain("pending");
});

test("an operator signs in to the inbox of the running server with a link from the terminal, once", async () => {
  const bench = startBench();
  const id = await waitFor(bench);
  const url = "http://127.0.0.1:8123/approvals";
  const { out, code } = await say("link", bench.folder, "--as", "olga", "--url", url);
  expect([code, out]).toEqual([0, expect.stringMatching(/^http:.*\/approvals\/sign-in#[\w-]{43}$/)]);
  const state = sqliteState(bench.folder, { writer: "inbox" });
  cleanups.push(async () => {
    await state.audit.close();
    await state.store.close();
  });
  const inbox = approvalInbox({ ...state, approvals: bench.approvals.desk, url });
  const signIn = (): Promise<Response> =>
    inbox.fetch(
      new Request(`${url}/sign-in`, {
        method: "POST",
        body: new URLSearchParams({ code: new URL(out).hash.slice(1) }),
        headers: { origin: "http://127.0.0.1:8123" },
      }),
    );
  const { headers } = await signIn();
  const cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const address = new URL(`${headers.get("location")}${id}`, url);
  const page = await inbox.fetch(new Request(address, { headers: { cookie } }));
  expect(await page.text()).toMatch(/olga.*, operator.*amount/s);
  expect((await signIn()).status).toBe(403);
  expect(await say("link", bench.folder, "--as", "olga")).toMatchObject({
    code: 2,
    err: expect.stringContaining("--url"),
  });
});

test("decisions and pauses are in the trail, which is whole and signed", async () => {
  const bench = startBench();
  await say("deny", bench.folder, await waitFor(bench), "--as", "olga");
  await say("pause", bench.folder, "all", "--as", "olga");
  await bench.server.close();
  const trail = await readSqliteAudit(join(bench.folder, "proviso.sqlite"));
  const decisions: unknown[] = [];
  for await (const event of trail.events()) {
    const record = readEvent(event);
    if (record?.kind === "decision")
      decisions.push([record.decision, record.tool, record.principal, record.via]);
  }
  expect(decisions).toEqual([
    ["denied", "refunds.pay", { id: "olga", kind: "user" }, "terminal"],
    ["paused", "all", { id: "olga", kind: "user" }, undefined],
  ]);
  expect(await verifyAudit(trail)).toMatchObject({ ok: true });
  await trail.close();
});

test.each([
  [[], /Usage: proviso approvals COMMAND/],
  [["lst", "x"], /there is no command `lst`/],
  [["list"], /write proviso approvals list STATE/],
  [["list", "nowhere"], /there is no proviso\.sqlite in nowhere/],
  [["list", "a", "b"], /write proviso approvals list STATE/],
  [["list", "nowhere", "--al"], /--al/],
  [["list", "postgresql://localhost/x"], /needs `--keys FOLDER`/],
  [["list", "folder", "--keys", "x"], /goes with a postgresql:/],
] as const)("%j is wrong usage", async (argv, said) => {
  const { code, out, err } = await say(...argv);
  expect([code, `${out}${err}`]).toEqual([2, expect.stringMatching(said)]);
});

test("a terminal does not know the tools, and says so when it pauses one", async () => {
  const bench = startBench();
  const pause = (scope: string) => say("pause", bench.folder, scope, "--as", "olga");
  expect(await pause("tool:refunds_pay")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^paused tool:refunds_pay\nthe name was not checked/),
  });
  await expect.poll(async () => codeOf(await bench.call())).toBe("paused");
  expect((await pause("all")).out).toBe("paused all");
});

test("an operator has to say who they are, and what to pause or decide about", async () => {
  const bench = startBench();
  const id = await waitFor(bench);
  for (const [argv, said] of [
    [["approve", bench.folder, id], /--as NAME/],
    [["approve", bench.folder, "abc", "--as", "o"], /at least 6/],
    [["approve", bench.folder, "abcdefgh", "--as", "o"], /no approval with this id/],
    [["pause", bench.folder, "emails", "--as", "o"], /say what to pause/],
    [["pause", bench.folder, "effect:prays", "--as", "o"], /there is no effect prays/],
    [["pause", bench.folder, "all"], /--as NAME/],
  ] as const)
    expect(await say(...argv)).toMatchObject({ code: 2, err: expect.stringMatching(said) });
  expect(codeOf(await bench.call())).toBe("approval_pending");
});

test("an operator approves less: the changed call is bound when the agent calls again, and runs once approved", async () => {
  const bench = startBench();
  const id = await waitFor(bench, 100);
  const approve = (...more: readonly string[]) => say("approve", bench.folder, id, "--as", "olga", ...more);
  expect(await approve("--set", "amount=1000")).toMatchObject({
    code: 1,
    err: expect.stringContaining("`amount` must be a number between 0 and 100"),
  });
  expect(await approve("--set", "amount")).toMatchObject({ code: 2, err: expect.stringContaining("JSON") });
  expect(await approve("--set", "amount=40")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^changed refunds\.pay \(amount 100 -> 40\)\n.*--revision 2$/),
  });
  expect(await approve("--revision", "1")).toMatchObject({
    code: 1,
    err: expect.stringContaining("when it is made again"),
  });
  expect(codeOf(await bench.call(100))).toBe("approval_pending");
  expect((await say("show", bench.folder, id)).out).toMatch(
    /revision 2, changed by olga, terminal, .*amount 100 -> 40.*- amount: `40`/s,
  );
  expect(await approve()).toMatchObject({ code: 1, err: expect.stringContaining("look at it again") });
  expect(await approve("--revision", "2")).toMatchObject({ code: 0, out: "approved refunds.pay" });
  expect(await bench.call(100)).toMatchObject({
    kind: "completed",
    edited: [{ field: "amount", from: 100, to: 40 }],
  });
  expect(bench.ran).toMatchObject([{ amount: 40 }]);
});

test("a change that does not fit the contract is refused at once, with the reason, and changes nothing", async () => {
  const bench = startBench();
  const id = await waitFor(bench, 100);
  const argv = ["approve", bench.folder, id, "--as", "olga", "--set", "amount=0.5"] as const;
  expect(await say(...argv)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/amount.*integer/),
  });
  expect(await waitFor(bench, 100)).toBe(id);
  expect((await say("show", bench.folder, id)).out).toMatch(/pending.*- amount: `100`/s);
  expect(bench.ran).toEqual([]);
});

test("a critical call is approved with the phrase that names it, typed or given, and with no other", async () => {
  const bench = startBench();
  const id = await waitFor(bench);
  const other = await waitFor(bench, 11);
  const phraseOf = async (each: string): Promise<string> =>
    /to approve it, type: (.*)/.exec((await say("show", bench.folder, each)).out)?.[1] ?? "";
  const approve = ["approve", bench.folder, id, "--as", "olga"] as const;
  const alone = await sayAt(undefined, approve);
  expect(alone).toMatchObject({
    code: 1,
    err: expect.stringContaining(`add --phrase "${await phraseOf(id)}"`),
  });
  expect(alone.out).toContain("- amount: `10`");
  for (const wrong of ["", "yes", await phraseOf(other)]) {
    expect(await sayAt(async () => wrong, approve)).toMatchObject({ code: 1 });
    expect(await sayAt(undefined, [...approve, "--phrase", wrong])).toMatchObject({ code: 1 });
  }
  expect(codeOf(await bench.call())).toBe("approval_pending");
  const both = ["approve", bench.folder, `${shortIdOf(id)},${shortIdOf(other)}`, "--as", "olga"] as const;
  expect(await sayAt(undefined, [...both, "--phrase", await phraseOf(id)])).toMatchObject({ code: 1 });
  expect(await sayAt(undefined, [...approve, "--phrase", await phraseOf(id)])).toMatchObject({ code: 0 });
  expect(codeOf(await bench.call())).toBe("completed");
  // A no needs none.
  expect(await sayAt(undefined, ["deny", bench.folder, other, "--as", "olga"])).toMatchObject({ code: 0 });
});

test.each(["anna", " Anna", "аnna", "a.n.n.a", "ánna", "anna\u200b"])(
  "an operator called %j is refused for a call of anna's",
  async (name) => {
    const bench = startBench();
    const id = await waitFor(bench);
    const { code } = await say("approve", bench.folder, id, "--as", name);
    expect(code).not.toBe(0);
    expect(codeOf(await bench.call())).toBe("approval_pending");
  },
);

test("an operator approves several calls at once, and is told which were not", async () => {
  const bench = startBench();
  const ids = [await waitFor(bench, 1), await waitFor(bench, 2), await waitFor(bench, 3)];
  const all = ids.map(shortIdOf);
  expect(await say("deny", bench.folder, all[1] ?? "", "--as", "olga")).toMatchObject({ code: 0 });
  const approve = (...argv: readonly string[]) => say("approve", bench.folder, ...argv, "--as", "olga");
  expect(await approve(all.join(","), "--set", "amount=1")).toMatchObject({ code: 2 });
  expect(await approve([...all, ownPartOfId(await waitFor(bench, 4))].join(","))).toMatchObject({
    code: 1,
    err: expect.stringContaining("nothing was approved: at most 3 calls"),
  });
  expect(await approve(all.join(","))).toMatchObject({
    code: 1,
    out: `approved ${all[0]} refunds.pay\napproved ${all[2]} refunds.pay`,
    err: expect.stringContaining(`not approved ${all[1]}: nothing is left to decide`),
  });
  const outcomes = [];
  for (const amount of [1, 2, 3, 4]) outcomes.push(codeOf(await bench.call(amount)));
  expect(outcomes).toEqual(["completed", "confirmation_declined", "completed", "approval_pending"]);
  expect(bench.ran).toHaveLength(2);
});

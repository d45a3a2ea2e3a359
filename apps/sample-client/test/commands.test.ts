import { expect, test } from "vitest";
import type { CallArguments } from "../src/commands/call.ts";
import { callCommand } from "../src/commands/call.ts";
import { showCommand } from "../src/commands/show.ts";
import { toolsCommand } from "../src/commands/tools.ts";
import { anna, done, fakeHost, fakeServer, guardFor } from "./fake-backoffice.ts";

/** Calls a tool as the command does; expects the exit code, what is printed, and how often the server was called. */
async function check(
  given: Partial<CallArguments> & { readonly tool: string },
  says: boolean | undefined,
  expected: { readonly code: number; readonly prints: RegExp; readonly calls: number },
): Promise<void> {
  const host = fakeHost(says);
  const server = fakeServer((call) => done(call.name === "customers_get" ? anna : {}));
  const code = await callCommand(guardFor(server, host), host, {
    words: [],
    dryRun: false,
    json: false,
    ...given,
  });
  expect(host.outLines.join("\n")).toMatch(expected.prints);
  expect([code, server.calls.length]).toEqual([expected.code, expected.calls]);
}

test("a read is called unasked and shown", async () => {
  await check({ tool: "customers.get", words: ["customerId=cus_0001"] }, undefined, {
    code: 0,
    prints: /✔ Done[^]*Anna/,
    calls: 1,
  });
});

test("without a terminal, what needs a person is refused with a sentence that says so", async () => {
  await check({ tool: "users.delete" }, undefined, {
    code: 1,
    prints: /nobody can be\s+asked here/,
    calls: 0,
  });
});

test("a person's no is an exit code of 1, and nothing is sent", async () => {
  await check({ tool: "users.delete" }, false, { code: 1, prints: /declined_by_person/, calls: 0 });
});

test("machines get the result as JSON", async () => {
  await check({ tool: "customers.get", json: true }, undefined, {
    code: 0,
    prints: /^\{\n {2}"ok": true/,
    calls: 1,
  });
});

test("a forbidden tool is unknown, like any invented name", async () => {
  for (const tool of ["secrets.read_password", "secrets.read_postcards"])
    await check({ tool }, true, { code: 1, prints: /unknown_tool/, calls: 0 });
});

test("a mistyped tool is suggested, in a call and where a tool is explained", async () => {
  const host = fakeHost();
  const guard = guardFor(
    fakeServer(() => done({})),
    host,
  );
  await callCommand(guard, host, { tool: "customers.gte", words: [], dryRun: false, json: false });
  await showCommand(guard, host, { tool: "custommers.get", json: false });
  expect(host.notes.filter((line) => line.startsWith("Did"))).toEqual([
    "Did you mean `customers.get`?",
    "Did you mean `customers.get`?",
  ]);
});

test("dryRun as an argument is pointed to the option", async () => {
  const host = fakeHost();
  const guard = guardFor(
    fakeServer(() => done({})),
    host,
  );
  const given = { tool: "emails.bulk_send", words: ["dryRun=true"], dryRun: false, json: false };
  await expect(callCommand(guard, host, given)).rejects.toThrow("--dry-run");
});

test("tools are listed by what is asked for, the safe ones first, and nothing forbidden", async () => {
  const host = fakeHost();
  const guard = guardFor(
    fakeServer(() => done({})),
    host,
  );
  await toolsCommand(guard, host, { by: "safety", json: false });
  const [text = ""] = host.outLines;
  expect(text.indexOf("read only")).toBeLessThan(text.indexOf("destructive"));
  expect(text).not.toContain("secrets");
  await expect(toolsCommand(guard, host, { by: "colour", json: false })).rejects.toThrow("choose one of");
});

test("search narrows the list", async () => {
  const host = fakeHost();
  await toolsCommand(
    guardFor(
      fakeServer(() => done({})),
      host,
    ),
    host,
    { by: "risk", search: "rocket", json: true },
  );
  expect(JSON.parse(host.outLines.join(""))).toMatchObject([
    { name: "rockets.launch", riskLevel: "critical" },
  ]);
});

test("a contract is shown with who is asked, as server and guard decide it", async () => {
  const host = fakeHost();
  const guard = guardFor(
    fakeServer(() => done({})),
    host,
  );
  for (const tool of ["customers.get", "drafts.create", "customers.delete", "files.manage_link"])
    await showCommand(guard, host, { tool, json: false });
  const asks = host.outLines.map((text) =>
    /^asks +(.*(?:\n {14}.*)*)/m.exec(text)?.[1]?.replace(/\s+/g, " "),
  );
  expect(asks).toEqual([
    "the server never",
    "the server never",
    "the server every time",
    "the server for some calls",
  ]);
  expect(host.outLines[3]).toMatch(/Milder for some arguments\n {2}when input\.action == 'show'\n {4}low/);
});

test("every contract can be shown, within 80 columns", async () => {
  const host = fakeHost();
  const guard = guardFor(
    fakeServer(() => done({})),
    host,
  );
  for (const tool of guard.tools.tools)
    expect(await showCommand(guard, host, { tool: tool.name, json: false })).toBe(0);
  const lines = host.outLines.flatMap((text) => text.split("\n"));
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

test("showing an unknown tool fails", async () => {
  const host = fakeHost();
  const guard = guardFor(
    fakeServer(() => done({})),
    host,
  );
  expect(await showCommand(guard, host, { tool: "secrets.read_password", json: false })).toBe(1);
});

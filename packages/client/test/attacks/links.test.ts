// Links of servers: what a person is shown, and what is refused.
import { UrlElicitationRequiredError } from "@modelcontextprotocol/sdk/types.js";
import { metaKeys } from "@proviso/manifest";
import type { JsonObject } from "@proviso/manifest";
import { describe, expect, test, vi } from "vitest";
import { createGuard, readLink } from "../../src/index.ts";
import type { CreateGuardOptions, OfferedLink, WireResult } from "../../src/index.ts";
import { deletion, mode } from "../contract.ts";
import { done } from "../fake-connection.ts";
import { over, yes } from "../harness.ts";
import { pairings } from "../sdk-servers.ts";

const url = "https://office.example/approvals/4f1c09ab77e2";
const input = { customerId: "cus_1" };

test.each([
  [url, "office.example"],
  ["https://office.example:8443/a?b=c#d", "office.example:8443"],
  ["http://localhost:3000/approvals/1", "localhost:3000"],
  ["http://127.0.0.1:3000/", "127.0.0.1:3000"],
  ["http://127.0.0.123/", "127.0.0.123"],
  ["http://[::1]:3000/", "[::1]:3000"],
  ["https://office.example/a//b@c", "office.example"],
  [`https://office.example/${"a".repeat(2000 - "https://office.example/".length)}`, "office.example"],
  // Cyrillic letters, as they are on the wire.
  ["https://xn--pple-43d.com/", "xn--pple-43d.com"],
  ["https://xn--80ak6aa92e.com/login", "xn--80ak6aa92e.com"],
  ["https://localhost.evil.example/", "localhost.evil.example"],
  ["https://office.example.evil.example/", "office.example.evil.example"],
  // Another way to write an address.
  ["https://0x7f.1/", "127.0.0.1"],
])("%s is shown with its host", (text, host) => {
  expect(readLink(text)).toMatchObject({ host, url: expect.stringMatching(/^https?:\/\//) });
});

test.each([
  ["http://office.example/", "is neither https nor on this computer"],
  ["http://localhost.evil.example/", "is neither https nor on this computer"],
  ["http://127.0.0.1.evil.example/", "is neither https nor on this computer"],
  ["http://evil-localhost/", "is neither https nor on this computer"],
  ["ftp://localhost/", "is neither https nor on this computer"],
  ["javascript:alert(1)", "is neither https nor on this computer"],
  ["data:text/html,hi", "is neither https nor on this computer"],
  ["file:///etc/passwd", "is neither https nor on this computer"],
  ["vscode://file/x", "is neither https nor on this computer"],
  ["https://office.example@evil.example/", "has a user name before its host"],
  ["https://office.example:443@evil.example/", "has a user name before its host"],
  ["https:anna@evil.example/", "has a user name before its host"],
  ["https::secret@evil.example/", "has a user name before its host"],
  ["https://:@evil.example/", "has a user name before its host"],
  ["https://@evil.example/", "has a user name before its host"],
  ["https://office.example\\@evil.example/", "has characters that could disguise its address"],
  ["https://\u0430pple.com/", "has characters that could disguise its address"],
  ["https://office.example/\u202egnp.exe", "has characters that could disguise its address"],
  ["https://office.example/a\u200bb", "has characters that could disguise its address"],
  ["https://office.example/ \n", "has characters that could disguise its address"],
  [" https://office.example/", "has characters that could disguise its address"],
  ["https://office.example\u2044approvals.evil.example/", "has characters that could disguise its address"],
  [`https://office.example/${"a".repeat(2000)}`, "is longer than 2000 characters"],
  ["office.example/approvals", "is no URL"],
  ["https://", "is no URL"],
  ["", "has characters that could disguise its address"],
  [17, "is no text"],
  [undefined, "is no text"],
])("%j is not passed on", (text, refused) => {
  expect(readLink(text)).toEqual({ refused });
});

/** A server whose inbox has a call, with its link. */
function pending(details: JsonObject): WireResult {
  const message = "Approve at https://evil.example now!";
  const failure = { code: "approval_pending", message, retry: "after", details };
  const meta = { [metaKeys.failure]: failure, [metaKeys.outcome]: { kind: "refused" } };
  return { kind: "failed", text: message, meta };
}

const waiting = deletion({ failureModes: [mode("approval_pending", "after")] });

/** What the host shows, and what the model reads. */
async function callWith(details: JsonObject, options: CreateGuardOptions = {}, tool = waiting) {
  const shown: OfferedLink[] = [];
  const onLink = async (link: OfferedLink): Promise<boolean> => {
    shown.push(link);
    return true;
  };
  const { guard, connection } = over(tool, () => pending(details), { confirm: yes, onLink, ...options });
  const result = await guard.call("customers.delete", input);
  if (result.ok) throw new Error("it ran");
  return { shown, failure: result.failure, sent: connection.calls.length };
}

test("a waiting call is told in the guard's words, and its link goes to the host", async () => {
  const details = { approval: "4f1c09ab77e2", url, expiresAt: "2027-01-01T00:00:00Z", retryAfterMs: 0 };
  const { shown, failure, sent } = await callWith(details);
  expect(failure).toEqual({
    code: "approval_pending",
    retry: "after",
    message:
      "This call has not run yet: a person has to approve it outside of this conversation. " +
      `Tell the user that it waits for their approval at ${url} (the host is office.example). ` +
      "When it is approved, make the same call again with exactly the same arguments. " +
      "You cannot approve it yourself, and calling again before that changes nothing.",
    details: {
      approval: "4f1c09ab77e2",
      url,
      host: "office.example",
      expiresAt: "2027-01-01T00:00:00.000Z",
      retryAfterMs: 0,
    },
  });
  // The result does not wait for the host.
  await vi.waitFor(
    () =>
      expect(shown).toEqual([
        { url, host: "office.example", message: "Approve at https://evil.example now!" },
      ]),
    { timeout: 300_000 },
  );
  expect(sent).toBe(1);
});

test("a waiting call without details has no link, and is told all the same", async () => {
  const { shown, failure } = await callWith(undefined as unknown as JsonObject);
  expect([shown, failure.code]).toEqual([[], "approval_pending"]);
});

test("the contract says whose approval it is", async () => {
  const confirmation = { kind: "always", by: "inbox", approver: "other", approvers: 2 } as const;
  const { failure } = await callWith({}, {}, { ...waiting, confirmation });
  expect(failure.message).toContain("2 people have to approve");
  expect(failure.message).toContain("the approval of somebody who may give it");
});

test("a link in disguise is neither shown nor told, only that there was one", async () => {
  for (const bad of [
    "https://office.example@evil.example/",
    "https://\u0430pple.com/",
    "http://evil.example/",
  ]) {
    const { shown, failure } = await callWith({ approval: "a\u202eb", url: bad });
    expect(shown).toEqual([]);
    expect(failure.message).toMatch(
      /shows pending approvals\. The server's link is not passed on, because it /,
    );
    expect(JSON.stringify(failure)).not.toMatch(/evil\.example|\u0430pple|\u202e/);
  }
});

test("a host without `onLink`, or one that fails, opens nothing and gets the same result", async () => {
  const { failure } = await callWith({ url });
  const fails = (): Promise<boolean> => Promise.reject(new Error("no browser"));
  expect((await callWith({ url }, { onLink: fails })).failure).toEqual(failure);
  const { guard } = over(waiting, () => pending({ url }), { confirm: yes });
  expect(await guard.call("customers.delete", input)).toEqual({ ok: false, failure });
});

test("a page that was offered is not offered again by the result that mentions it", async () => {
  const shown: string[] = [];
  const { guard } = over(
    waiting,
    async (_, ask) => {
      await ask("Open this.", {}, url);
      return pending({ url });
    },
    { confirm: yes, onLink: async (link) => shown.push(link.message) > 0 },
  );
  await guard.call("customers.delete", input);
  expect(shown).toEqual(["Open this."]);
  await guard.call("customers.delete", input);
  expect(shown).toEqual(["Open this.", "Open this."]);
});

/** How the guard answers a server that wants a page opened during a call. */
async function answerTo(page: unknown, onLink?: CreateGuardOptions["onLink"]): Promise<unknown> {
  const { guard, connection } = over(
    waiting,
    async (_, ask) => {
      await ask("Open this.", {}, page);
      return done();
    },
    { confirm: yes, ...(onLink && { onLink }) },
  );
  await guard.call("customers.delete", input);
  return connection.answers;
}

test("to open a page is no consent to anything, and answers without content", async () => {
  expect(await answerTo(url, async () => true)).toEqual([{ action: "accept" }]);
  expect(await answerTo(url, async () => false)).toEqual([{ action: "decline" }]);
  expect(await answerTo(url, () => Promise.reject(new Error("no browser")))).toEqual([{ action: "cancel" }]);
  expect(await answerTo(url)).toEqual([{ action: "decline" }]);
  const never = (): never => {
    throw new Error("shown");
  };
  expect(await answerTo("https://office.example@evil.example/", never)).toEqual([{ action: "decline" }]);
  expect(await answerTo(null, never)).toEqual([{ action: "decline" }]);
});

test("a server gets no page opened outside of a call, nor endlessly within one", async () => {
  let shown = 0;
  const onLink = async (): Promise<boolean> => (shown += 1) > 0;
  let asking: ((message: string, meta: JsonObject, page?: unknown) => Promise<unknown>) | undefined;
  const { guard } = over(
    waiting,
    async (_, ask) => {
      asking = ask;
      for (let times = 0; times < 50; times++) await ask("Open this.", {}, url);
      return done();
    },
    { confirm: yes, onLink },
  );
  await guard.call("customers.delete", input);
  expect(shown).toBe(10);
  expect(await asking?.("Open this.", {}, url)).toEqual({ action: "cancel" });
  expect(shown).toBe(10);
});

const tools = [[{ name: "where", inputSchema: { type: "object" as const } }]];

describe.each(pairings)("$name", ({ name, connect }) => {
  test("a page that the server wants opened goes to the host", async () => {
    const answers: object[] = [];
    const { connection } = await connect({
      pages: tools,
      links: true,
      async answer({ ask }) {
        const question = { mode: "url", message: "Open this.", url };
        answers.push(await ask(name.includes("2.x server") ? question : { ...question, elicitationId: "1" }));
        return { content: [{ type: "text", text: "there" }] };
      },
    });
    const shown: string[] = [];
    const onLink = async ({ host, message }: OfferedLink): Promise<boolean> =>
      shown.push(`${host}: ${message}`) > 0;
    const guard = createGuard(connection, { confirm: yes, onLink });
    expect(await guard.call("where", {})).toMatchObject({ ok: true });
    expect(shown).toEqual(["office.example: Open this."]);
    expect(answers).toEqual([expect.objectContaining({ action: "accept" })]);
  });
});

describe.each(pairings.filter(({ name }) => name.includes("1.x server")))("$name", ({ connect }) => {
  test("a server that wants a page opened before the call is told in words, and the host shows the page", async () => {
    const { connection } = await connect({
      pages: tools,
      links: true,
      answer() {
        const message = "Log in.";
        const bad = "https://office.example@evil.example/";
        throw new UrlElicitationRequiredError([
          { mode: "url", message, url, elicitationId: "1" },
          { mode: "url", message, url: bad, elicitationId: "2" },
        ]);
      },
    });
    const shown: string[] = [];
    const onLink = async (link: OfferedLink): Promise<boolean> => shown.push(link.url) > 0;
    const guard = createGuard(connection, { confirm: yes, onLink });
    expect(await guard.call("where", {})).toEqual({
      ok: false,
      failure: {
        code: "links_required",
        retry: "after",
        details: { retryAfterMs: 15_000 },
        message:
          `The server wants the user to open a page before this call: ${url} (the host is office.example); ` +
          "a link that is not passed on, because it has a user name before its host. Tell the user.",
      },
    });
    await vi.waitFor(() => expect(shown).toEqual([url]), { timeout: 120_000 });
  });
});

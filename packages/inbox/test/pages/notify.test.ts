import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { email, webhook, type ApprovalMail } from "../../src/index.ts";
import type { ApprovalNotifier } from "../../src/api/approval-notice.ts";
import { anna, tool } from "../sample.ts";
import { two, url, waitFor, inboxFixture } from "../approvals/people.ts";
import { bodyOf } from "./fake-slack.ts";

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers with the given statuses, then with 204. */
async function receiver(
  ...statuses: number[]
): Promise<AsyncDisposable & { readonly address: string; readonly received: Received[] }> {
  const received: Received[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    received.push({ headers: request.headers, body: await bodyOf(request) });
    response.writeHead(statuses.shift() ?? 204, { location: "/elsewhere" }).end();
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const key = randomBytes(32);
const secret = `whsec_${key.toString("base64")}`;
const shown = (read: () => unknown) => expect.poll(read);
const approvals = (...notify: ApprovalNotifier[]) => ({ approvals: { url, notify } });

test("a webhook is signed by the Standard Webhooks specification, is sent once for a call, and holds no arguments", async () => {
  await using hook = await receiver();
  const server = inboxFixture({ tools: [tool(two)], ...approvals(webhook({ url: hook.address, secret })) });
  const id = await waitFor(server, { text: "a secret of the customer" });
  await waitFor(server, { text: "a secret of the customer" });
  await shown(() => hook.received.length).toBe(1);
  const [{ headers, body } = { headers: {}, body: "" }] = hook.received;
  const [messageId, time] = [headers["webhook-id"], headers["webhook-timestamp"]];
  const wanted = createHmac("sha256", key)
    .update(`${String(messageId)}.${String(time)}.${body}`)
    .digest("base64");
  expect(headers["webhook-signature"]).toBe(`v1,${wanted}`);
  expect(JSON.parse(body)).toEqual({
    type: "approval.pending",
    timestamp: "2026-01-01T12:00:00.000Z",
    data: {
      approval: id,
      url: `${url}/${id}`,
      product: "sample",
      env: "live",
      tool: "notes.create",
      title: "Create a note",
      riskLevel: "high",
      asker: { id: "anna", kind: "agent", tenant: "acme" },
      approver: "other",
      approvers: 2,
      permissions: ["notes:approve"],
      expiresAt: "2026-01-01T13:00:00.000Z",
    },
  });
  expect(body).not.toContain("secret of the customer");
});

test("a webhook holds the sentence of a contract's summary", async () => {
  await using hook = await receiver();
  const stated = { ...tool(two), summary: "Keep {text}" };
  const server = inboxFixture({ tools: [stated], ...approvals(webhook({ url: hook.address, secret })) });
  await waitFor(server, { text: 'a" b' });
  await shown(() => hook.received.length).toBe(1);
  expect(JSON.parse(hook.received[0]?.body ?? "").data.summary).toBe('Keep "a\\u{22} b"');
});

test("a webhook that fails is tried again with the same id, and a redirect is not followed", async () => {
  await using hook = await receiver(500, 302);
  const faults: unknown[] = [];
  const notifier = webhook({ url: hook.address, secret });
  const server = inboxFixture({ ...approvals(notifier), onFault: (error) => void faults.push(error) });
  await waitFor(server);
  await shown(() => hook.received.length).toBe(3);
  expect(new Set(hook.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(faults).toEqual([]);
});

test("what cannot be delivered is reported, and the call waits all the same", async () => {
  const faults: unknown[] = [];
  let attempts = 0;
  const notify = async (): Promise<void> => {
    attempts++;
    throw new Error("no network");
  };
  const server = inboxFixture({
    ...approvals({ name: "the pigeon", notify }),
    onFault: (error) => void faults.push(String(error)),
  });
  await waitFor(server);
  await shown(() => faults).toEqual(["Error: the pigeon did not take the message"]);
  expect(attempts).toBe(3);
});

test("a mail says who asks and where to decide, with no arguments and no lines of the caller's", async () => {
  const mails: ApprovalMail[] = [];
  const notifier = email({
    send: async (mail) => mails.push(mail),
    to: ({ approval }) =>
      approval.rules.permissions.map((each) => `${each.replace(":", "-")}@office.example`),
  });
  const server = inboxFixture({
    tools: [tool({ ...two, title: "Pay\r\nBcc: all@example.com" })],
    ...approvals(notifier),
  });
  const id = await waitFor(server, { text: "a secret" }, { ...anna, name: "Anna\nIt is safe." });
  await shown(() => mails.length).toBe(1);
  expect(mails).toEqual([
    {
      to: "notes-approve@office.example",
      subject: "To approve: Pay\\u{d}\\u{a}Bcc: all@example.com",
      text: `An agent of Anna\\u{a}It is safe. asks for "Pay\\u{d}\\u{a}Bcc: all@example.com" (notes.create, high risk), in sample (live).

2 people have to approve it.

It waits until 2026-01-01 13:00 UTC. Read all of it and decide at
${url}/${id}
`,
    },
  ]);
});

test("options that could not be safe are refused", () => {
  expect(() => webhook({ url: "http://hook.example", secret })).toThrow(/https/);
  for (const wrong of ["", "whsec_", "whsec_AAAA", key.toString("base64")])
    expect(() => webhook({ url: "https://hook.example", secret: wrong })).toThrow(/`secret` must be/);
});

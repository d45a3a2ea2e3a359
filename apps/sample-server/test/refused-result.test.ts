// What the page "How a call is enforced" says a caller gets is what the sample sends.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Principal } from "@proviso/server";
import { fakeClock } from "@proviso/server/testing";
import { expect, onTestFinished, test } from "vitest";
import { type Backoffice, openBackoffice } from "../src/program/open-backoffice.ts";
import { principal, start } from "./backoffice.ts";

const page = readFileSync(
  new URL("../../docs/src/content/docs/how-a-call-is-enforced.mdx", import.meta.url),
  "utf8",
);

/** The sample with an inbox, whose clock stands still. */
async function openWithInbox(): Promise<Backoffice> {
  const folder = mkdtempSync(join(tmpdir(), "refused-result-"));
  const url = "https://office.example/approvals";
  const backoffice = await openBackoffice(folder, undefined, url, fakeClock(start));
  onTestFinished(async () => {
    await backoffice.close();
    rmSync(folder, { recursive: true });
  });
  return backoffice;
}

/** More than the whole budget of a day. */
const payment = {
  payee: "Papierhaus Nord GmbH",
  iban: "DE89370400440532013000",
  amount: { cents: 10_000_001, currency: "EUR" },
  reference: "Invoice 2026-1187",
};
const refund = { orderId: "ord_0003", amount: { cents: 1250, currency: "EUR" }, reason: "damaged" };

test("the result that the page shows is that of a refund which waits, to the last field", async () => {
  const { server } = await openWithInbox();
  const served = await server.serve({ http: 0, authenticate: () => principal("mia"), signals: false });
  onTestFinished(() => served.close());
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name: "orders_refund", arguments: refund, _meta };
  const answer = await fetch(served.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": params.name,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  const { result } = (await answer.json()) as { readonly result: Readonly<Record<string, unknown>> };
  const [, shown = ""] = /```json title="A refund that waits for a person"\n([^]*?)```/.exec(page) ?? [];
  const written: unknown = JSON.parse(shown);
  expect(Object.keys(result).toSorted()).toEqual(["_meta", "content", "isError", "resultType"]);
  expect(shortened(ownPart(result), written)).toEqual(written);
});

/** Leaves out what the protocol puts into every result. */
function ownPart({ isError, content, _meta }: Readonly<Record<string, unknown>>): unknown {
  const own = Object.entries(_meta ?? {}).filter(([key]) => !key.startsWith("io.modelcontextprotocol/"));
  return { isError, content, _meta: Object.fromEntries(own) };
}

/** Shortens what was sent as the page does: `…` stands for the rest of a text, and for the id of an approval. */
function shortened(sent: unknown, shown: unknown): unknown {
  if (typeof sent === "object" && sent !== null && typeof shown === "object" && shown !== null) {
    const like = shown as Readonly<Record<string, unknown>>;
    const parts = Object.entries(sent).map(([key, value]) => [key, shortened(value, like[key])] as const);
    return Array.isArray(sent) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
  }
  if (typeof sent !== "string" || typeof shown !== "string" || !shown.endsWith("…")) return sent;
  const head = shown.replace(/[0-9a-f]{16}…$|…$/, "");
  return sent.startsWith(head) && sent.length > shown.length ? shown : sent;
}

test("the details of a refusal are those that the page lists for its code", async () => {
  const { server, desk } = await openWithInbox();
  const mia = principal("mia");
  const refused = async (tool: string, input: object, as: Partial<Principal> = {}) => {
    const outcome = await server.invoke(tool, input, { principal: { ...mia, ...as } });
    return "failure" in outcome ? outcome.failure : undefined;
  };
  const deletion = { customerId: "cus_0005", reason: "requested_by_customer" };
  const waits = await refused("orders.refund", refund);
  const id = String(waits?.details?.["approval"]);
  await desk?.deny(id, { principal: { ...mia, kind: "user" } }, { via: "inbox" });
  const denied = await refused("orders.refund", refund);
  await server.pauses.pause("tool:orders.refund", { operator: "olga" });
  const failures = [
    waits,
    denied,
    await refused("customers.delete", deletion, { authTime: 1 }),
    await refused("orders.refund", refund),
    await refused("orders.refund", {}),
    await refused("orders.refund", refund, { permissions: [] }),
    await refused("orders.refund", refund, { expiresAt: 1 }),
    await refused("rockets.launch", { rocketId: "rkt_kestrel" }),
    await refused("payments.execute", payment),
  ].map((failure) => [failure?.code, Object.keys(failure?.details ?? {})]);
  expect(failures).toEqual([
    ["approval_pending", ["approval", "url", "expiresAt", "retryAfterMs"]],
    ["confirmation_declined", ["expiresAt"]],
    ["approval_pending", ["approval", "url", "expiresAt", "retryAfterMs", "maxAgeMs"]],
    ["paused", ["scope", "retryAfterMs"]],
    ["invalid_input", ["problems"]],
    ["permission_denied", ["missing"]],
    ["permission_denied", ["expired"]],
    ["requirement_unmet", ["unmet"]],
    ["rate_limit_exceeded", ["reason", "of", "limit", "remains", "held", "amount"]],
  ]);
  for (const [code = "", fields = []] of failures as [string, string[]][])
    expect([code, fields.filter((field) => !listed(code).includes(field))]).toEqual([code, []]);
});

/** The fields that the page lists for a code. */
function listed(code: string): readonly string[] {
  const [, text = ""] = new RegExp(`^\\| \`${code}\` +\\| (\`.*)\\|$`, "m").exec(page) ?? [];
  return [...text.matchAll(/`(\w+)`/g)].map(([, field = ""]) => field);
}

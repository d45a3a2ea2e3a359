import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import { manifest } from "@backoffice/server";
import { expect, test } from "vitest";
import { openTestBackoffice } from "./backoffice.ts";
import { portsFor } from "../src/ports/ports.ts";

const planned = manifest.tools
  .filter((tool) => tool.dryRun)
  .map((tool) => ({ name: tool.name, input: tool.examples[0]?.input ?? {} }));

async function check(name: string, input: object): Promise<void> {
  const { call, bytes, sent } = await openTestBackoffice();
  const before = await bytes();
  const connections: unknown[] = [];
  const notice = (connection: unknown): void => void connections.push(connection);
  for (const channel of outbound) subscribe(channel, notice);
  expect(await call(name, { ...input, dryRun: true })).toMatchObject({
    kind: "planned",
    plan: { dryRun: true, missingPermissions: [] },
  });
  for (const channel of outbound) unsubscribe(channel, notice);
  expect(await bytes()).toEqual(before);
  expect([sent, connections]).toEqual([[], []]);
}

/** Where Node.js says that a connection is being made. */
const outbound = ["net.client.socket", "http.client.request.start", "undici:request:create"];

test.each(planned)(
  "a dry run of $name leaves every byte of the database as it was, and reaches nobody",
  ({ name, input }) => check(name, input),
);

test("the five tools with a dry run are all there", () => {
  expect(planned.map((tool) => tool.name)).toEqual([
    "collections.run_dunning",
    "customers.delete",
    "emails.bulk_send",
    "exports.bulk_export",
    "orders.refund",
  ]);
});

test("a plan's database and mailer refuse whatever a handler might try", async () => {
  const { databases } = await openTestBackoffice();
  const { database, mail } = portsFor(databases, { send: () => Promise.resolve() })("plan");
  await expect(database.deleteFrom("customers").execute()).rejects.toThrow(/readonly/);
  await expect(mail.send({ to: ["a@example.com"], subject: "", text: "" })).rejects.toThrow("cannot send");
});

test("handlers can reach nothing but through their ports", () => {
  const sources = sourcesOf(new URL("../src/program/handlers.ts", import.meta.url));
  expect(sources.size).toBeGreaterThan(25);
  const outside = [...sources].flatMap(([file, text]) =>
    specifiers(text)
      .filter((name) => !name.startsWith("."))
      .concat(text.match(/\b(fetch|process|globalThis|require|import)\s*[.(]/g) ?? [])
      .map((name) => ({ file: file.replace(/^.*\/src\//, ""), name })),
  );
  const permitted = /^(@backoffice\/(schemas|server)(\/.*)?|@proviso\/server|kysely|node:(crypto|zlib))$/;
  expect(outside.filter(({ name }) => !permitted.test(name))).toEqual([]);
});

/** A file of ours with all that it loads of ours, by path. */
function sourcesOf(url: URL, seen = new Map<string, string>()): ReadonlyMap<string, string> {
  if (seen.has(url.pathname)) return seen;
  const text = readFileSync(url, "utf8");
  seen.set(url.pathname, text);
  for (const name of specifiers(text)) if (name.startsWith(".")) sourcesOf(new URL(name, url), seen);
  return seen;
}

/** What a source loads; types are nothing that runs. */
function specifiers(text: string): readonly string[] {
  return [...text.matchAll(/^(?:import|export|\}) (?!type ).*?"([^"]+)";$/gm)].map(([, name = ""]) => name);
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Outcome, Principal } from "@proviso/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { seededPerson } from "../src/identity/principals.ts";
import { openTokens } from "../src/identity/tokens.ts";
import { openTestBackoffice, principal, resultOf, start, type TestBackoffice } from "./backoffice.ts";

const tool = "secrets.read_private_key";
const input = { name: "invoice-signing" };
const unknown: Outcome = { kind: "unknown_tool", tool };

function inPerson(name: string): Principal {
  const person = seededPerson(name, new Date(start));
  if (!person) throw new Error(`nobody is called ${name}`);
  return person;
}

/** Calls as a person does on a page, and says yes. */
async function read({ server }: TestBackoffice, who: Principal, given: object = input): Promise<Outcome> {
  const options = { principal: who, canAsk: true };
  const asked = await server.people.invoke(tool, given, options);
  if (asked.kind !== "input_required") return asked;
  const answer = { state: asked.state, action: "accept", content: { confirm: true } } as const;
  return await server.people.invoke(tool, given, { ...options, answer });
}

const lastRead = ({ database }: TestBackoffice) =>
  database.selectFrom("privateKeys").select(["readBy", "readAt"]).execute();

describe("a private key", () => {
  test("is read by Mia in person, which is recorded, and the trail does not hold the key", async () => {
    const backoffice = await openTestBackoffice();
    expect(await lastRead(backoffice)).toEqual([{ readBy: null, readAt: null }]);
    const { pem } = resultOf(await read(backoffice, inPerson("mia"))) as { readonly pem: string };
    expect(pem).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    expect(await lastRead(backoffice)).toEqual([{ readBy: "usr_mia", readAt: start }]);
    const trail = JSON.stringify(backoffice.audit.records);
    expect(trail).toContain("secrets.private_key.read");
    expect(trail).not.toContain("BEGIN PRIVATE KEY");
  });

  test("is not read before Mia has said yes, nor with a log-in of six minutes ago", async () => {
    const backoffice = await openTestBackoffice();
    const { server } = backoffice;
    const mia = inPerson("mia");
    expect(resultOf(await server.people.invoke(tool, input, { principal: mia }))).toBe(
      "confirmation_required",
    );
    backoffice.advance(6 * 60_000);
    expect(resultOf(await read(backoffice, mia))).toBe("step_up_required");
    expect(await lastRead(backoffice)).toEqual([{ readBy: null, readAt: null }]);
  });

  test("must exist", async () => {
    expect(resultOf(await read(await openTestBackoffice(), inPerson("mia"), { name: "no-key" }))).toBe(
      "key_not_found",
    );
  });

  test("has no tool for Noah and Guest in person, nor for the agents of anybody, whatever they hold", async () => {
    const backoffice = await openTestBackoffice();
    const agent: Principal = { ...inPerson("mia"), kind: "agent" };
    for (const who of [inPerson("noah"), inPerson("guest"), principal("mia"), agent]) {
      expect(await read(backoffice, who)).toEqual(unknown);
      expect(backoffice.server.people.list(who)).toEqual([]);
    }
    expect(principal("mia").permissions).not.toContain("secrets:read");
  });
});

test.each([1, 2] as const)(
  "over MCP, SDK %i, Mia's own token from a fresh log-in gets the bytes of an unknown tool",
  async (sdk) => {
    const folder = mkdtempSync(join(tmpdir(), "backoffice-tokens-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const backoffice = await openTestBackoffice();
    const { authenticate, issue } = openTokens(folder);
    const { url } = await backoffice.server.serve({ http: 0, authenticate, signals: false, sdk });
    const token = await issue(inPerson("mia"));
    const told = await bodies(url, token, tool);
    expect(told.join("\n")).toContain(`Unknown tool: ${tool}`);
    const invented = await bodies(url, token, "secrets.read_postcard_key");
    const renamed = invented.map((text) =>
      text.replaceAll("read_postcard", "read_private").replaceAll("READ_POSTCARD", "READ_PRIVATE"),
    );
    expect(told).toEqual(renamed);
    const lists = told.filter((text) => text.includes("customers_delete"));
    expect(lists).toHaveLength(1);
    expect(lists[0]).not.toContain("secrets");
    expect(await lastRead(backoffice)).toEqual([{ readBy: null, readAt: null }]);
  },
);

/** Every answer of the server to a client that lists the tools and calls one by several spellings of its name. */
async function bodies(url: string, token: string, name: string): Promise<readonly string[]> {
  const received: string[] = [];
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    async fetch(address, init) {
      const response = await fetch(address, init);
      if (init?.method === "POST") received.push(await response.clone().text());
      return response;
    },
  });
  const client = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: {} } });
  await client.connect(transport as Transport);
  await client.listTools();
  for (const spelling of [name, name.replace(".", "_"), name.toUpperCase()])
    await client.callTool({ name: spelling, arguments: input }).catch(() => undefined);
  await client.close();
  return received;
}

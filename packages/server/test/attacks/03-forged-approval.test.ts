// Made-up, unsigned, cut and wrongly keyed states: `test/stages/confirm.test.ts`. Half answers and answers of others over
// HTTP: `test/mcp2/http.test.ts`.
import { createHash, createHmac, hkdfSync } from "node:crypto";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "@proviso/manifest";
import { connectMcp } from "../adapters/mcp.ts";
import { anna, ben, fixture, highRisk, tool } from "../sample.ts";
import { client1 } from "../ways/clients.ts";
import { serverInfo } from "../ways/server-info.ts";
import { exchanges } from "./exchanges.ts";

const input = { text: "a" };
const stateKey = new Uint8Array(32).fill(7); // the key of every fixture

function decode(state: string): string {
  return Buffer.from(state.split(".")[1] ?? "", "base64url").toString();
}

describe.each(exchanges)("$name", ({ ask, bring }) => {
  async function asked() {
    const server = fixture({ tools: [tool(highRisk)] });
    const state = await ask(server, "notes.create", input);
    const check = async (forged: string): Promise<void> => {
      const answer = { state: forged, action: "accept", content: { confirm: true } } as const;
      expect(await bring(server, "notes.create", input, answer)).toBe("confirmation_unanswered");
      expect(server.ran).toEqual([]);
    };
    return { state, claims: decode(state), check };
  }

  test("another algorithm, or another use of the same key, seals nothing", async () => {
    const { state, claims, check } = await asked();
    const [id = ""] = state.split(".");
    const otherUse = Buffer.from(hkdfSync("sha256", stateKey, "", "proviso.value.1", 32));
    const rightUse = Buffer.from(hkdfSync("sha256", stateKey, "", "proviso.approval.1", 32));
    const seals = [
      createHash("sha256").update(claims).digest(),
      createHmac("sha256", stateKey).update(claims).digest(),
      createHmac("sha256", otherUse).update(claims).digest(),
      createHmac("sha512", rightUse).update(claims).digest(),
      createHmac("sha256", "").update(claims).digest(),
      Buffer.alloc(32),
    ];
    for (const seal of seals)
      await check(`${id}.${Buffer.from(claims).toString("base64url")}.${seal.toString("base64url")}`);
  });

  test("no changed field keeps its seal", async () => {
    const { state, claims, check } = await asked();
    const original = JSON.parse(claims) as Record<string, unknown>;
    const field = fc.constantFrom(...Object.keys(original));
    await fc.assert(
      fc.asyncProperty(field, fc.jsonValue(), async (name, value) => {
        const changed = canonicalJson({ ...original, [name]: value } as never);
        fc.pre(changed !== claims);
        const [id, , seal] = state.split(".");
        await check(`${id}.${Buffer.from(changed).toString("base64url")}.${seal}`);
      }),
      { seed: 20261121, numRuns: 150 },
    );
  });

  test("a character changed anywhere opens nothing", async () => {
    const { state, claims, check } = await asked();
    let opened = 0;
    const seal = (text: string) => Buffer.from(text.split(".")[2] ?? "", "base64url").toString("hex");
    const idOf = (text: string) => text.split(".")[0];
    for (let at = 0; at < state.length; at++) {
      const changed = `${state.slice(0, at)}${state[at] === "A" ? "B" : "A"}${state.slice(at + 1)}`;
      // The last character of the claims and of the seal has bits that stand for nothing.
      const isSame =
        decode(changed) === claims && seal(changed) === seal(state) && idOf(changed) === idOf(state);
      if (isSame) opened++;
      else await check(changed);
    }
    expect(opened).toBeLessThanOrEqual(2);
  });
});

test("answers to questions that were never asked, from the same or another connection, run nothing", async () => {
  const { server, ran } = fixture({ tools: [tool(highRisk)] });
  const connect = async (principal: typeof anna) => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await connectMcp(server, theirs, { principal, serverInfo, askTimeoutMs: 200 });
    return ours;
  };
  const [mine, theirs] = [await connect(anna), await connect(ben)];
  const flood = async (transport: InMemoryTransport) => {
    for (let id = 0; id < 20; id++)
      await transport.send({ jsonrpc: "2.0", id, result: { action: "accept", content: { confirm: true } } });
  };
  await client1(theirs, { person: () => ({ action: "decline" }) });
  const client = await client1(mine, {
    person: async () => {
      await flood(theirs);
      return new Promise(() => {});
    },
  });
  await flood(mine);
  const { _meta } = await client.call({ name: "notes.create", arguments: input });
  expect(_meta).toMatchObject({ "dev.proviso/failure": { code: "confirmation_unanswered" } });
  expect(ran).toEqual([]);
});

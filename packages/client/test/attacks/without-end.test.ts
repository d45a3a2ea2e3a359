// Attack 24: a server that never stops sending. Lists, pages, responses, messages and progress are bounded.
import { expect, test } from "vitest";
import { createGuard } from "../../src/index.ts";
import type { JsonObject, Progress } from "../../src/index.ts";
import { bounds } from "../../src/connection/bounds.ts";
import { readAllTools } from "../../src/connection/read-tools.ts";
import { readResult } from "../../src/connection/read-result.ts";
import { contract } from "../contract.ts";
import { fakeConnection, failure, listed } from "../fake-connection.ts";
import { over } from "../harness.ts";
import { pairings } from "../sdk-servers.ts";

const tool = (name: string): JsonObject => ({ name, inputSchema: { type: "object" } });

/** Expects that a list is refused, and after how many pages. */
async function check(page: (number: number) => JsonObject, why: RegExp, maxPages: number): Promise<void> {
  let pages = 0;
  await expect(readAllTools(() => Promise.resolve(page(pages++)))).rejects.toThrow(why);
  expect(pages).toBeLessThanOrEqual(maxPages);
}

test("a fresh cursor on every page ends", () =>
  check((n) => ({ tools: [], nextCursor: `c${n}` }), /more than 100 pages/, 100));

test("fifty thousand tools end", () =>
  check(
    (n) => ({
      tools: Array.from({ length: 1_000 }, (_, each) => tool(`t${n}_${each}`)),
      nextCursor: `c${n}`,
    }),
    /more than 5000 tools/,
    6,
  ));

test("half a million keys end, and so does a text of many megabytes", async () => {
  const keys = Object.fromEntries(Array.from({ length: 500_000 }, (_, key) => [`k${key}`, 1]));
  await check(() => ({ tools: [{ ...tool("a"), inputSchema: keys }] }), /too large/, 1);
  await check(() => ({ tools: [{ ...tool("a"), description: "x".repeat(20_000_000) }] }), /too large/, 1);
});

test("a result that is too large or too deep is no answer", () => {
  const deep = JSON.parse(`${"[".repeat(5_000)}${"]".repeat(5_000)}`) as JsonObject;
  for (const value of [deep, "x".repeat(20_000_000), Array.from({ length: 600_000 }, () => 1)])
    expect(() => readResult({ structuredContent: { value } } as JsonObject, undefined)).toThrow(/too large/);
});

test("a server's sentence is cut", async () => {
  const words = "x".repeat(1_000_000);
  const denied = over(contract(), () => failure("permission_denied", { message: words }));
  const broken = over(contract(), () => Promise.reject(new Error(words)));
  for (const { guard } of [denied, broken]) {
    const result = await guard.call("customers.get", {});
    expect(result.ok ? 0 : result.failure.message.length).toBeLessThan(bounds.message + 100);
  }
});

test("a flood of progress is told up to a limit, and each message is cut", async () => {
  const seen: Progress[] = [];
  const connection = fakeConnection([listed(contract())], () => ({
    kind: "completed",
    output: {},
    meta: {},
  }));
  const flooding = {
    ...connection,
    callTool: (...[call, options]: Parameters<typeof connection.callTool>) => {
      for (let n = 0; n < 50_000; n += 1) options.onProgress?.({ progress: n, message: "x".repeat(100_000) });
      return connection.callTool(call, options);
    },
  };
  await createGuard(flooding).call("customers.get", {}, { onProgress: (progress) => seen.push(progress) });
  expect(seen).toEqual([]);
  const confirm = ({ id }: { readonly id: string }) =>
    Promise.resolve({ approved: true, requestId: id } as const);
  await createGuard(flooding, { confirm }).call("customers.get", {}, { onProgress: (p) => seen.push(p) });
  expect(seen.length).toBe(bounds.progress.events);
  expect(Math.max(...seen.map(({ message }) => message?.length ?? 0))).toBeLessThan(600);
});

test.each(pairings)("$name: progress keeps a call alive only so long", async ({ connect }) => {
  const { connection } = await connect({
    pages: [[tool("slow")]],
    async answer({ progress }) {
      for (let n = 1; n < 1_000; n += 1) {
        await progress({ progress: n }).catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return { content: [] };
    },
  });
  const options = { timeoutMs: 100, totalMs: 300, onProgress: () => undefined };
  await expect(connection.callTool({ name: "slow", input: {}, meta: {} }, options)).rejects.toThrow(/time/i);
});

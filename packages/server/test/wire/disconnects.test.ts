// Clients that disconnect during an effect, over HTTP: a repeated call gets its outcome.
import { describe, expect, test } from "vitest";
import { wordOf } from "../attacks/surfaces.ts";
import { tool } from "../sample.ts";
import type { Mode, TestClient } from "../ways/clients.ts";
import { http1, http2, listen, type HttpAdapter } from "./http-bench.ts";

const keyed = {
  name: "notes.create",
  arguments: { text: "a" },
  _meta: { "dev.proviso/idempotencyKey": "k" },
};
const patiently = { timeout: 120_000 };

const pairs: readonly (readonly [name: string, adapter: HttpAdapter, mode: Mode | "1.x"])[] = [
  ["1.x adapter, 1.x client", http1, "1.x"],
  ["2.x adapter, client of 2026-07-28", http2, "pinned"],
  ["2.x adapter, client of 2025", http2, "legacy"],
  ["2.x adapter, 1.x client", http2, "1.x"],
];

/** How a client leaves: by ending its connection, or by giving the call up while it stays. */
const leavings: Readonly<Record<string, (client: TestClient, giveUp: () => void) => unknown>> = {
  disconnects: (client) => client.close(),
  "gives up": (_, giveUp) => giveUp(),
};

/** A keyed call whose client leaves in the middle of the effect, which goes on until `finish`. */
async function leave(adapter: HttpAdapter, mode: Mode | "1.x", leaving: string, timeoutMs: number) {
  let finish = (): void => {};
  const effect = new Promise<object>((resolve) => (finish = () => resolve({ id: "done" })));
  const bench = await listen(adapter, { tools: [tool({ timeoutMs })], execute: () => effect });
  const client = await bench.connect("anna", {}, mode);
  const giveUp = new AbortController();
  const call = client.call(keyed, { signal: giveUp.signal }).catch(() => "nobody waits");
  await expect.poll(() => bench.ran.length, patiently).toBe(1);
  await leavings[leaving]?.(client, () => giveUp.abort("enough"));
  expect(await call).toBe("nobody waits");
  const repeat = async (): Promise<string> => {
    const { _meta, structuredContent } = await (await bench.connect("anna", {}, mode)).call(keyed);
    return [wordOf(_meta), ...(structuredContent ? [JSON.stringify(structuredContent)] : [])].join(" ");
  };
  const kinds = (): readonly string[] =>
    bench.audit.records.map(({ kind, outcome, failure, replayed }) =>
      [kind, failure ?? outcome ?? "", replayed ? "replayed" : ""].join(" ").trim(),
    );
  return { ...bench, repeat, kinds, finish: () => finish() };
}

describe.each(pairs)("%s", (_, adapter, mode) => {
  test.each(Object.keys(leavings))("who %s does not destroy a good result", async (leaving) => {
    const { finish, kinds, ran, repeat } = await leave(adapter, mode, leaving, 60_000);
    const repeated = repeat();
    finish();
    expect(await repeated).toBe('replayed {"id":"done"}');
    expect(await repeat()).toBe('replayed {"id":"done"}');
    expect(ran).toHaveLength(1);
    expect(kinds().filter((kind) => kind.startsWith("outcome"))).toEqual([
      "outcome completed",
      "outcome completed replayed",
      "outcome completed replayed",
    ]);
  });

  test.each(Object.keys(leavings))(
    "what ends late after its client %s is on record, and repeated",
    async (leaving) => {
      const { finish, kinds, ran, repeat } = await leave(adapter, mode, leaving, 300);
      await expect.poll(kinds, patiently).toContain("outcome outcome_unknown");
      expect(await repeat()).toBe("outcome_unknown");
      finish();
      await expect.poll(kinds, patiently).toContain("settlement completed");
      await expect.poll(repeat, patiently).toBe('replayed {"id":"done"}');
      expect(ran).toHaveLength(1);
    },
  );
});

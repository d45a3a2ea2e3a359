// A hundred times in one process, and after a restart: `test/stages/confirm.test.ts`.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createEnforcingServer } from "../../src/gate/enforcing-server.ts";
import { callAs } from "../../src/testing.ts";
import { anna, fixture, highRisk, manifest, summary, tool } from "../sample.ts";
import { exchanges } from "./exchanges.ts";
import { surfaces } from "./surfaces.ts";

const worker = new URL("./fixtures/replay-worker.ts", import.meta.url).pathname;
const run = promisify(execFile);

async function askFor(server: ReturnType<typeof fixture>, text: string): Promise<string> {
  const outcome = await server.call("notes.create", { text }, { canAsk: true });
  if (outcome.kind !== "input_required") throw new Error("nobody was asked");
  return outcome.state;
}

test("two processes that fire an approval and a key a hundred times run each once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "proviso-replay-"));
  const effects = join(folder, "effects");
  const state = await askFor(fixture({ tools: [tool(highRisk)] }), "approved");
  const given = [worker, join(folder, "state.db"), effects, state];
  const outputs = await Promise.all([1, 2].map(() => run(process.execPath, given)));
  expect(readFileSync(effects, "utf8").trim().split("\n").toSorted()).toEqual(["approved", "keyed"]);
  const outcomes = outputs.flatMap(({ stdout }) => JSON.parse(stdout) as string[]);
  expect(outcomes).toHaveLength(200);
  expect(outcomes.filter((word) => word === "confirmation_unanswered")).toHaveLength(99);
  rmSync(folder, { recursive: true });
});

test.each(exchanges)(
  "$name: an approval brought a hundred times at once is used once",
  async ({ ask, bring }) => {
    const server = fixture({ tools: [tool(highRisk)] });
    const input = { text: "a" };
    const state = await ask(server, "notes.create", input);
    const answer = { state, action: "accept", content: { confirm: true } } as const;
    const words = await Promise.all(
      Array.from({ length: 100 }, () => bring(server, "notes.create", input, answer)),
    );
    expect(words.toSorted()).toEqual(["completed", ...Array(99).fill("confirmation_unanswered")]);
    expect(server.ran).toHaveLength(1);
  },
);

test.each(surfaces)("%s: a key brought a hundred times at once runs once", async (_, attack) => {
  let finish: (value: object) => void = () => {};
  const result = new Promise<object>((resolve) => (finish = resolve));
  const server = fixture({ execute: () => result });
  const calls = Array.from({ length: 100 }, () =>
    attack(server, "notes.create", { text: "a" }, { idempotencyKey: "k" }),
  );
  finish({ id: "n1" });
  expect((await Promise.all(calls)).toSorted()).toEqual(["completed", ...Array(99).fill("replayed")]);
  expect(server.ran).toHaveLength(1);
});

test("an approval that was used just before it expired is not free again just after", async () => {
  let elapsed = 0;
  const server = fixture({
    tools: [tool(highRisk)],
    // Time passes between the check of the expiry and the effect.
    ports: (mode) => {
      server.clock.advance(elapsed);
      return { mode };
    },
  });
  const state = await askFor(server, "a");
  const answer = { state, action: "accept", content: { confirm: true } } as const;
  server.clock.advance(5 * 60_000 - 1);
  expect(summary(await server.call("notes.create", { text: "a" }, { answer }))).toBe("completed");
  elapsed = 1000;
  expect(summary(await server.call("notes.create", { text: "a" }, { answer }))).toBe(
    "refused confirmation_unanswered",
  );
  expect(server.ran).toHaveLength(1);
});

test("a server whose store ends with it takes no approval that an earlier one may have used up", async () => {
  const ran: string[] = [];
  const start = () =>
    createEnforcingServer({
      manifest: manifest(tool(highRisk)),
      handlers: {
        "notes.create": ({ text }: { readonly text: string }) => ({ id: `n${ran.push(text)}` }),
      } as never,
      ports: () => ({}),
    });
  const first = start();
  const asked = await callAs(first, anna)("notes.create", { text: "a" }, { canAsk: true });
  if (asked.kind !== "input_required") throw new Error("nobody was asked");
  const answer = { state: asked.state, action: "accept", content: { confirm: true } } as const;
  const words: string[] = [];
  for (const server of [first, first, start()])
    words.push(summary(await callAs(server, anna)("notes.create", { text: "a" }, { answer })));
  expect(words).toEqual(["completed", "refused confirmation_unanswered", "refused confirmation_unanswered"]);
  expect(ran).toEqual(["a"]);
});

import { expect, test } from "vitest";
import { fakeClock, memoryStore } from "../../src/testing.ts";
import { fixture, summary, tool } from "../sample.ts";

const day = 24 * 60 * 60_000;
const inputSchema = { type: "object", properties: { text: {}, more: {} }, additionalProperties: false };

/** Makes each call on a server of its own over one store, as after a deployment: its contract tells calls apart by these fields. */
async function deploy(
  steps: readonly (readonly [fields: readonly string[], input: object, expected: string])[],
) {
  const clock = fakeClock();
  const store = memoryStore({ clock });
  let runs = 0;
  for (const [fields, input, expected] of steps) {
    const contract = tool({ inputSchema, idempotency: { key: [...fields], ttlMs: day } });
    const { call, ran } = fixture({ tools: [contract], clock, store });
    expect(summary(await call("notes.create", input))).toBe(expected);
    runs += ran.length;
  }
  return { clock, store, runs };
}

test("a call that was made before `idempotency.key` was changed does not run again", async () => {
  const { runs } = await deploy([
    [["text"], { text: "a", more: 1 }, "completed"],
    [["text", "more"], { text: "a", more: 1 }, "replayed"],
    [["text", "more"], { text: "a", more: 2 }, "completed"],
    [["more"], { text: "a", more: 1 }, "replayed"],
    [["text", "more"], { text: "a", more: 2 }, "replayed"],
  ]);
  expect(runs).toBe(2);
});

test("a former key is forgotten when what was done under it is", async () => {
  const { clock, store } = await deploy([[["text"], { text: "a" }, "completed"]]);
  clock.advance(2 * day);
  const contract = tool({ inputSchema, idempotency: { key: ["more"], ttlMs: day } });
  const { call } = fixture({ tools: [contract], clock, store });
  expect(summary(await call("notes.create", { text: "a" }))).toBe("completed");
});

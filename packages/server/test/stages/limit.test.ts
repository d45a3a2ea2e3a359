import { expect, test } from "vitest";
import { anna, ben, fixture, highRisk, summary, tool } from "../sample.ts";

const rateLimit = { limit: 2, perMs: 60_000 };
const limited = { tools: [tool({ rateLimit }), tool({ name: "notes.other", rateLimit })] };

async function check(
  server: ReturnType<typeof fixture>,
  expected: string,
  principal = anna,
  name = "notes.create",
) {
  const outcome = await server.callAs(principal)(name, { text: "x" });
  expect(summary(outcome)).toBe(expected);
  return outcome;
}

test("the call after the last permitted one is refused, with the time to wait", async () => {
  const server = fixture(limited);
  await check(server, "completed");
  server.clock.advance(10_000);
  await check(server, "completed");
  const outcome = await check(server, "refused rate_limit_exceeded");
  expect(outcome).toMatchObject({ failure: { retry: "after", details: { retryAfterMs: 50_000 } } });
  expect(server.ran).toHaveLength(2);
});

test("a new window begins when the old one ends", async () => {
  const server = fixture(limited);
  for (const expected of ["completed", "completed", "refused rate_limit_exceeded"])
    await check(server, expected);
  server.clock.advance(60_000);
  await check(server, "completed");
});

test("each principal, tenant and tool has a window of its own", async () => {
  const server = fixture(limited);
  for (const expected of ["completed", "completed", "refused rate_limit_exceeded"])
    await check(server, expected);
  await check(server, "completed", ben);
  await check(server, "completed", { ...anna, tenant: "other" });
  await check(server, "completed", anna, "notes.other");
});

const asking = { tools: [tool({ ...highRisk, rateLimit })] };

test("an answer to a question is not counted again", async () => {
  const server = fixture(asking);
  for (let call = 0; call < 2; call++)
    expect(summary(await server.approved("notes.create", { text: "x" }))).toBe("completed");
  expect(summary(await server.approved("notes.create", { text: "x" }))).toBe("refused rate_limit_exceeded");
});

test("an answer to no question is counted like any call", async () => {
  const server = fixture({ tools: [tool({ rateLimit })] });
  const answer = { state: "made.up", action: "accept" } as const;
  const outcomes = [1, 2, 3].map(() => server.call("notes.create", { text: "x" }, { answer }));
  expect((await Promise.all(outcomes)).map(summary).toSorted()).toEqual([
    "completed",
    "completed",
    "refused rate_limit_exceeded",
  ]);
});

test("only one answer to a question is free", async () => {
  const server = fixture(asking);
  const asked = await server.call("notes.create", { text: "x" }, { canAsk: true });
  const state = asked.kind === "input_required" ? asked.state : "";
  const answer = { state, action: "decline" } as const;
  const outcomes = [];
  for (let call = 0; call < 4; call++)
    outcomes.push(summary(await server.call("notes.create", { text: "x" }, { answer })));
  expect(outcomes.slice(2)).toEqual(["refused rate_limit_exceeded", "refused rate_limit_exceeded"]);
});

test("of a hundred calls at once as many pass as the limit says", async () => {
  const server = fixture(limited);
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, () => server.call("notes.create", { text: "x" })),
  );
  expect(outcomes.filter(({ kind }) => kind === "completed")).toHaveLength(2);
  expect(server.ran).toHaveLength(2);
});

test("a store that cannot count refuses the call", async () => {
  const { store } = fixture();
  const increment = () => Promise.reject(new Error("gone"));
  const server = fixture({ ...limited, store: { ...store, increment } });
  await check(server, "refused internal_error");
  expect(server.ran).toEqual([]);
});

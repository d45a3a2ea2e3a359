import { expect, test } from "vitest";
import { anna, ben, fixture, highRisk, preview, summary, tool } from "../sample.ts";

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

test("only executions count: questions, refusals, dry runs and replays use nothing up", async () => {
  const tools = [
    tool({
      ...highRisk,
      rateLimit,
      dryRun: { mode: "supported", preview },
      idempotency: { key: ["text"], ttlMs: 60_000 },
    }),
  ];
  const { approved, call, callAs, ran } = fixture({ tools });
  const name = "notes.create";
  for (let round = 0; round < 5; round++) {
    expect(summary(await call(name, { text: "x" }, { canAsk: true }))).toBe("input_required");
    expect(summary(await call(name, { text: "x" }))).toBe("refused confirmation_required");
    expect(summary(await call(name, { text: 7 }))).toBe("refused invalid_input");
    expect(summary(await callAs({ ...anna, permissions: [] })(name, { text: "x" }))).toBe(
      "refused permission_denied",
    );
    expect(summary(await call(name, { text: "x", dryRun: true }))).toBe("planned");
  }
  expect(summary(await approved(name, { text: "a" }))).toBe("completed");
  for (let round = 0; round < 5; round++) expect(summary(await call(name, { text: "a" }))).toBe("replayed");
  expect(summary(await approved(name, { text: "b" }))).toBe("completed");
  expect(summary(await call(name, { text: "c" }, { canAsk: true }))).toBe("refused rate_limit_exceeded");
  expect(summary(await call(name, { text: "a" }))).toBe("replayed");
  expect(summary(await call(name, { text: "c", dryRun: true }))).toBe("planned");
  expect(ran).toHaveLength(2);
});

test("nobody is asked when the limit is used up", async () => {
  const server = fixture({ tools: [tool({ ...highRisk, rateLimit: { limit: 1, perMs: 60_000 } })] });
  expect(summary(await server.approved("notes.create", { text: "x" }))).toBe("completed");
  const asked = await server.call("notes.create", { text: "x" }, { canAsk: true });
  expect(summary(asked)).toBe("refused rate_limit_exceeded");
});

test("an approval that was used already costs no execution", async () => {
  const server = fixture({ tools: [tool({ ...highRisk, rateLimit })] });
  const asked = await server.call("notes.create", { text: "x" }, { canAsk: true });
  const state = asked.kind === "input_required" ? asked.state : "";
  const answer = { state, action: "accept", content: { confirm: true } } as const;
  const outcomes = [];
  for (let call = 0; call < 4; call++)
    outcomes.push(summary(await server.call("notes.create", { text: "x" }, { answer })));
  expect(outcomes).toEqual(["completed", ...Array(3).fill("refused confirmation_unanswered")]);
  expect(summary(await server.approved("notes.create", { text: "x" }))).toBe("completed");
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
  const insert = () => Promise.reject(new Error("gone"));
  const server = fixture({ ...limited, store: { ...store, insert } });
  await check(server, "refused server_unavailable");
  expect(server.ran).toEqual([]);
});

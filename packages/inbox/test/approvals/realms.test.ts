// Attack 35 of the list: two products, or two environments, on one store and with the same keys.
import { describe, expect, test } from "vitest";
import { openApprovals } from "../../src/inbox/open-approvals.ts";
import { fakeClock, memoryAudit, memoryStore } from "../../../server/src/testing.ts";
import { anna, highRisk, manifest, preview, summary, tool, type Fixture } from "../sample.ts";
import { annaHerself, inboxFixture, input, operator, waitFor } from "./people.ts";

const stateKeys = [new Uint8Array(32).fill(7)];

/** Servers over one store, with one key and equal contracts. */
function neighbours(options: Fixture = {}) {
  const clock = fakeClock();
  const store = memoryStore({ clock });
  const tools = options.tools ?? [tool(highRisk)];
  const open = (product: string, env: string) =>
    inboxFixture({
      ...options,
      clock,
      store,
      stateKeys,
      env,
      manifest: { ...manifest(...tools), product },
      tools,
    });
  return { clock, store, test: open("shop", "test"), live: open("shop", "live"), bank: open("bank", "test") };
}

type Neighbour = "live" | "bank";

describe.each<Neighbour>(["live", "bank"])("%s, beside shop in its test environment", (other) => {
  test("does not run with an approval of the other, and decides about none of it", async () => {
    const servers = neighbours();
    const id = await waitFor(servers.test);
    await servers.test.desk.approve(id, annaHerself);
    const { desk: approvals } = servers[other];
    expect(summary(await servers[other].call("notes.create", input))).toBe("refused approval_pending");
    expect(summary(await servers[other].call("notes.create", input, { approval: id }))).not.toBe("completed");
    expect(await approvals.get(id, annaHerself)).toBeUndefined();
    expect(await approvals.deny(id, annaHerself)).toMatchObject({ why: "unknown" });
    expect((await approvals.list(annaHerself)).map((each) => each.id)).not.toContain(id);
    expect(servers[other].ran).toEqual([]);
    expect(summary(await servers.test.call("notes.create", input))).toBe("completed");
  });

  test("takes no answer to a question of the other", async () => {
    const servers = neighbours();
    const asked = await servers.test.call("notes.create", input, { canAsk: true });
    if (asked.kind !== "input_required") throw new Error(summary(asked));
    const answer = { state: asked.state, action: "accept", content: { confirm: true } } as const;
    expect(await servers[other].call("notes.create", input, { answer })).toMatchObject({
      failure: { details: { answer: "another_request" } },
    });
    expect(summary(await servers.test.call("notes.create", input, { answer }))).toBe("completed");
    expect(servers[other].ran).toEqual([]);
  });

  test("stores outcomes, counts executions and keeps plans of its own", async () => {
    const rateLimit = { limit: 1, perMs: 60_000 };
    const servers = neighbours({ tools: [tool({ rateLimit, confirmation: { kind: "never" } })] });
    for (const server of [servers.test, servers[other]])
      expect(summary(await server.call("notes.create", input, { idempotencyKey: "k" }))).toBe("completed");
    expect(summary(await servers[other].call("notes.create", input, { idempotencyKey: "k" }))).toBe(
      "replayed",
    );
    expect([servers.test.ran.length, servers[other].ran.length]).toEqual([1, 1]);
    const planned = neighbours({
      tools: [tool({ dryRun: { mode: "required", preview } as never, confirmation: { kind: "never" } })],
    });
    const dry = await planned.test.call("notes.create", { ...input, dryRun: true });
    expect(summary(dry)).toBe("planned");
    expect(summary(await planned[other].call("notes.create", input))).toBe("refused dry_run_required");
  });

  test("knows no task of the other, and ends none", async () => {
    const servers = neighbours({ approvals: { tasks: true } });
    const id = await waitFor(servers.test);
    const createdAt = servers.clock.now().getTime();
    await servers.test.server.waiting.tasks?.open?.({ approval: id, createdAt } as never, {
      principal: anna,
    });
    const { tasks } = servers[other].server.waiting;
    expect(await tasks?.get(id, { principal: anna })).toBeUndefined();
    expect(await tasks?.cancel(id, anna)).toBe(false);
    expect((await servers.test.desk.get(id, annaHerself))?.state).toBe("pending");
  });

  test("has a place for as many calls of one caller as the other", async () => {
    const servers = neighbours({ approvals: { perCaller: 1 } });
    await waitFor(servers.test);
    expect(await waitFor(servers[other])).toMatch(/^[\da-f]{48}$/);
  });
});

test("whoever approves reads the product and the environment", async () => {
  const servers = neighbours();
  const [shop, bank] = [await waitFor(servers.test), await waitFor(servers.bank)];
  const desk = openApprovals({ store: servers.store, stateKeys, audit: memoryAudit(), clock: servers.clock });
  const listed = await desk.list(operator);
  expect(listed.map(({ id, terms: { product, env } }) => [id, product, env]).toSorted()).toEqual(
    [
      [shop, "shop", "test"],
      [bank, "bank", "test"],
    ].toSorted(),
  );
  for (const { terms, shown } of listed)
    expect(shown.message).toContain(`Product \`"${terms.product}"\`, environment \`"${terms.env}"\``);
  const asked = await neighbours().live.call("notes.create", input, { canAsk: true });
  expect(asked).toMatchObject({ request: { message: expect.stringContaining('environment `"live"`') } });
});

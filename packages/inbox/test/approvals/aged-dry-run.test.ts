// A dry run that is required, and is older than it may be when a person has approved its plan.
import { expect, test } from "vitest";
import { preview, summary, tool } from "../sample.ts";
import { carla, input, inboxFixture, other, waitFor } from "./people.ts";

const minute = 60_000;
const required = { tools: [tool({ ...other, dryRun: { mode: "required", preview } })] } as const;

test("an approved call runs without another dry run, however long it waited and a new dry run later", async () => {
  const server = inboxFixture(required);
  await server.call("notes.create", { ...input, dryRun: true });
  const id = await waitFor(server);
  await server.call("notes.create", { ...input, dryRun: true });
  server.clock.advance(50 * minute);
  await server.desk.approve(id, carla);
  server.clock.advance(50 * minute);
  expect(summary(await server.call("notes.create", input))).toBe("completed");
});

test("a dry run counts no longer than an approval of its plan could", async () => {
  const server = inboxFixture(required);
  await server.call("notes.create", { ...input, dryRun: true });
  await waitFor(server);
  server.clock.advance(180 * minute);
  expect(summary(await server.call("notes.create", input))).toBe("refused dry_run_required");
});

test("what an approved call would do by now is another thing, and needs a dry run and a person", async () => {
  let count = 1;
  const server = inboxFixture({ ...required, plan: () => ({ count, targets: null }) });
  await server.call("notes.create", { ...input, dryRun: true });
  await server.desk.approve(await waitFor(server), carla);
  server.clock.advance(20 * minute);
  count = 2;
  expect(summary(await server.call("notes.create", input))).toBe("refused plan_stale");
  await server.call("notes.create", { ...input, dryRun: true });
  expect(summary(await server.call("notes.create", input))).toBe("refused approval_pending");
  expect(server.ran).toEqual([]);
});

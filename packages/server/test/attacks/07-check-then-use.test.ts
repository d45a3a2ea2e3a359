// Moved targets, previews and effects: `test/stages/plan.test.ts`.
import { expect, test } from "vitest";
import type { Fixture } from "../sample.ts";
import { ben, fixture, highRisk, preview, tool } from "../sample.ts";
import { surfaces, yes, type Person } from "./surfaces.ts";

const input = { text: "a" };
const dry = { ...input, dryRun: true };
const required = tool({ dryRun: { mode: "required", preview } });

for (const [name, attack] of surfaces) {
  test(`${name}: what moves between the dry run and the call stops the call`, async () => {
    let count = 1;
    const server = fixture({ tools: [required], plan: () => ({ count }) });
    expect(await attack(server, "notes.create", dry)).toBe("planned");
    count = 2;
    expect(await attack(server, "notes.create", input)).toBe("plan_stale");
    expect(server.ran).toEqual([]);
  });
  test(`${name}: a dry run counts for nobody else, and not as a truthy text`, async () => {
    const server = fixture({ tools: [required] });
    expect(await attack(server, "notes.create", dry)).toBe("planned");
    expect(await attack(server, "notes.create", input, { principal: ben })).toBe("dry_run_required");
    for (const dryRun of ["true", 1, null, {}])
      expect(await attack(server, "notes.create", { ...input, dryRun })).toBe("invalid_input");
    expect(server.ran).toEqual([]);
  });
  test(`${name}: what moves while a person reads stops the call, warnings included`, async () => {
    const plan = { count: 1, warnings: ["One address is unknown."] };
    for (const moved of [{ count: 2 }, { warnings: ["All go outside."] }, { targets: [7] }]) {
      let current: ReturnType<NonNullable<Fixture["plan"]>> = plan;
      const person: Person = (phrase) => {
        current = { ...plan, ...moved };
        return yes(phrase);
      };
      const tools = [tool({ ...highRisk, dryRun: { mode: "supported", preview } })];
      const server = fixture({ tools, plan: () => current });
      expect(await attack(server, "notes.create", input, { person })).toBe("plan_stale");
      expect(server.ran).toEqual([]);
    }
  });
}

test("a dry run writes its receipt and nothing else, whatever key comes with it", async () => {
  const written: string[] = [];
  const { store } = fixture();
  const server = fixture({
    tools: [required],
    store: {
      ...store,
      insert: (key, ...rest) => (written.push(key), store.insert(key, ...rest)),
      put: (key, ...rest) => (written.push(key), store.put(key, ...rest)),
    },
  });
  await server.call("notes.create", dry, { idempotencyKey: "k" });
  expect(written).toEqual([expect.stringMatching(/^receipt:/)]);
});

test("what becomes of the caller's object after the call has begun changes nothing, from the first call on", async () => {
  const server = fixture();
  for (const text of ["first", "second"]) {
    const given = { text };
    const called = server.call("notes.create", given);
    given.text = "moved";
    await called;
  }
  expect(server.ran).toEqual([{ text: "first" }, { text: "second" }]);
});

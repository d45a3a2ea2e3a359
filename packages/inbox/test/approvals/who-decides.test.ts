// Who decides about what: an id names one approval, and a log-in that has expired is nobody's.
import { describe, expect, test } from "vitest";
import { summary } from "../sample.ts";
import { carla, inboxFixture, other, person, waitFor, input } from "./people.ts";
import { tool } from "../sample.ts";

const noon = Date.parse("2026-01-01T12:00:00Z") / 1000;
const serve = () =>
  inboxFixture({ tools: [tool({ ...other, confirmation: { ...other.confirmation, together: 3 } })] });

describe("an id of an approval that was used", () => {
  test("decides nothing about the next approval of the same call, alone or together with others", async () => {
    const app = serve();
    const { desk } = app;
    const old = await waitFor(app);
    await desk.approve(old, carla);
    expect(summary(await app.call("notes.create", input))).toBe("completed");
    const next = await waitFor(app);
    // The last part of both ids says which call it is.
    expect([next === old, next.slice(16)]).toEqual([false, old.slice(16)]);
    for (const verdict of ["approve", "deny"] as const)
      for (const id of [old, next.slice(16), `${"0".repeat(16)}${next.slice(16)}`])
        expect(await desk[verdict](id, carla)).toMatchObject({ ok: false });
    const another = await waitFor(app, { text: "b" });
    await desk.approveTogether([{ id: old }, { id: another }], carla);
    expect(await desk.get(next, carla)).toMatchObject({ state: "pending", decisions: [] });
    expect(summary(await app.call("notes.create", input))).toBe("refused approval_pending");
    expect(app.ran).toHaveLength(1);
  });

  test("is told its own end", async () => {
    const app = serve();
    const { desk } = app;
    const old = await waitFor(app);
    await desk.approve(old, carla);
    await app.call("notes.create", input);
    await waitFor(app);
    expect(await desk.get(old, carla)).toMatchObject({ id: old, state: "consumed" });
    expect(await desk.approve(old, carla)).toMatchObject({ ok: false, why: "ended" });
    expect(await app.desk.get(`${"0".repeat(16)}${old.slice(16)}`, carla)).toBeUndefined();
  });
});

describe("a log-in that has expired", () => {
  const expiring = (expiresAt: number) =>
    person("carla", { permissions: ["notes:write", "notes:approve"], expiresAt });

  test.each([
    ["a second ago", noon - 1],
    ["now", noon],
    ["at no time that can be read", Number.NaN],
  ])("%s sees and decides nothing", async (_, expiresAt) => {
    const app = serve();
    const { desk } = app;
    const [id, another] = [await waitFor(app), await waitFor(app, { text: "b" })];
    const gone = expiring(expiresAt);
    expect(await desk.list(gone)).toEqual([]);
    expect(await desk.get(id, gone)).toBeUndefined();
    expect(await desk.approve(id, gone)).toMatchObject({ ok: false, why: "not_a_person" });
    expect(await desk.deny(id, gone)).toMatchObject({ ok: false, why: "not_a_person" });
    expect(await desk.approveTogether([{ id }, { id: another }], gone)).toMatchObject({ ok: false });
    expect(await desk.get(id, carla)).toMatchObject({ state: "pending", decisions: [] });
    expect(await desk.approve(id, expiring(noon + 1))).toMatchObject({ ok: true });
  });
});

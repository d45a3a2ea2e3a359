// What the list says of calls that are over: what became of each, newest first.
import { ToolFailure } from "../../../server/src/api/failure.ts";
import { expect, test } from "vitest";
import { carla, other, waitFor } from "../approvals/people.ts";
import { terms } from "../mandates/bench.ts";
import { anna, preview, tool, type Fixture } from "../sample.ts";
import { plain } from "./payment.ts";
import { serveInbox } from "./served-inbox.ts";
import { signIn } from "./signed-in.ts";

const minute = 60_000;
const execute: Fixture["execute"] = ({ text }) => {
  if (text === "bad") throw new ToolFailure("note_too_long");
  return { id: "n1" };
};

test("a call that failed is not said to be done, by whatever approval", async () => {
  const notes = tool(other);
  await using served = await serveInbox({ tools: [notes], execute });
  const { app } = served;
  const says = async (text: string): Promise<string> => {
    await app.callAs(anna)("notes.create", { text });
    const { page, send } = await signIn(served, carla);
    await send("/?show=decided");
    return /<li class="tag[^<]*(?:approved|standing)[^<]*/.exec(page())?.[0] ?? "";
  };
  for (const [text, said] of [
    ["bad", '<li class="tag bad">approved, failed'],
    ["good", '<li class="tag good">approved and used'],
  ] as const) {
    await app.desk.approve(await waitFor(app, { text }), carla);
    expect(await says(text)).toBe(said);
    app.clock.advance(minute);
  }
  const like = terms({ when: 'input.text == "bad" || input.text == "third"', contractHash: notes.hash });
  const granted = await app.desk.mandates.grant(like, carla);
  expect(granted).toMatchObject({ ok: true });
  expect(await says("bad")).toBe('<li class="tag bad">failed, by a standing approval, use 1 of 2');
  app.clock.advance(minute);
  expect(await says("third")).toBe('<li class="tag good">ran by a standing approval, use 2 of 2');
});

test("a row says what its plan warns of, or else foresees first: it names what an id stands for", async () => {
  const noted = tool({ ...other, dryRun: { mode: "supported", preview } });
  for (const warnings of [[], ["3 customers lose access."]]) {
    const plan = () => ({ count: 1, expectedSideEffects: ["Vogel is erased."], warnings });
    await using served = await serveInbox({ tools: [noted], plan });
    await waitFor(served.app, { text: "cus_0005" });
    const { page, send } = await signIn(served, carla);
    await send("/");
    const [said = "", ...more] = [...warnings, "Vogel is erased."];
    expect(plain(page())).toContain(said);
    for (const each of more) expect(plain(page())).not.toContain(each);
  }
});

test("of the ended calls, one that was approved and not used is told from one that nobody read", async () => {
  await using served = await serveInbox({ tools: [tool(other)] });
  const { app } = served;
  const read = async (): Promise<string> => {
    const { page, send } = await signIn(served, carla);
    await send("/?show=expired");
    return plain(page());
  };
  expect(await read()).toContain("Nothing has expired or been withdrawn in the last day.");
  await waitFor(app, { text: "a" });
  app.clock.advance(minute);
  await app.desk.approve(await waitFor(app, { text: "b" }), carla);
  app.clock.advance(3 * 60 * minute);
  expect(await read()).toMatch(
    /text "b" \S+ \S+ UTC approved, not used in time .*text "a" \S+ \S+ UTC expired /,
  );
});

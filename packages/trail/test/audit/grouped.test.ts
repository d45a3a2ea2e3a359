import { expect, test } from "vitest";
import { groupedAudit } from "../../src/trail/grouped-audit.ts";
import { entry } from "./trails.ts";

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test("an entry of the next turn joins the group, so that a read that ends at once is written in one", async () => {
  const groups: string[][] = [];
  const sink = groupedAudit("main", {
    write: async (entries) => void groups.push(entries.map(({ event }) => event.id)),
    close: async () => {},
  });
  const intent = sink.append(entry("intent"));
  await turns(1);
  await Promise.all([intent, sink.append(entry("outcome"))]);
  expect(groups).toEqual([[expect.stringContaining("intent"), expect.stringContaining("outcome")]]);
  await sink.close();
});

test("while nothing can be written so many entries wait, and the next one is refused at once", async () => {
  const answers: (() => void)[] = [];
  const sink = groupedAudit("main", {
    write: () => new Promise<void>((resolve) => void answers.push(resolve)),
    close: async () => {},
  });
  const first = sink.append(entry("first"));
  await turns(3); // it is being written now
  const waiting = Array.from({ length: 10_000 }, (_, index) => sink.append(entry(`c${index}`)));
  await expect(sink.append(entry("late"))).rejects.toThrow("too many entries wait");
  const closed = sink.close();
  for (let group = 0; group < 11; group++) {
    await turns(3);
    answers.shift()?.();
  }
  await Promise.all([first, ...waiting, closed]);
});

test("a sink that is closed twice meanwhile closes once, when everything is written", async () => {
  const [answers, closings]: [(() => void)[], string[]] = [[], []];
  const sink = groupedAudit("main", {
    write: () => new Promise<void>((resolve) => void answers.push(resolve)),
    close: async () => void closings.push("closed"),
  });
  const kept = sink.append(entry("kept"));
  const closed = Promise.all([sink.close(), sink.close()]);
  await expect(sink.append(entry("late"))).rejects.toThrow("the audit sink is closed");
  await turns(3);
  expect(closings).toEqual([]);
  answers.shift()?.();
  await Promise.all([kept, closed, sink.close()]);
  expect(closings).toEqual(["closed"]);
});

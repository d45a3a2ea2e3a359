import { expect, test } from "vitest";
import { groupedAudit } from "../../src/trail/grouped-audit.ts";
import { entry } from "./trails.ts";

test("while nothing can be written so many entries wait, and the next one is refused at once", async () => {
  const answers: (() => void)[] = [];
  const sink = groupedAudit("main", {
    write: () => new Promise<void>((resolve) => void answers.push(resolve)),
    close: async () => {},
  });
  const first = sink.append(entry("first"));
  await new Promise((resolve) => setImmediate(resolve)); // it is being written now
  const waiting = Array.from({ length: 10_000 }, (_, index) => sink.append(entry(`c${index}`)));
  await expect(sink.append(entry("late"))).rejects.toThrow("too many entries wait");
  const closed = sink.close();
  for (let group = 0; group < 11; group++) {
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
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
  await new Promise((resolve) => setImmediate(resolve));
  expect(closings).toEqual([]);
  answers.shift()?.();
  await Promise.all([kept, closed, sink.close()]);
  expect(closings).toEqual(["closed"]);
});

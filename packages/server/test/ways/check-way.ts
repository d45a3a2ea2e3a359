import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import type { Behaviours, Bench } from "./bench.ts";
import { calls } from "./calls.ts";
import { contents } from "./contents.ts";
import { confirmations } from "./confirmations.ts";
import { lists } from "./lists.ts";
import { opening, type Opening } from "./product.ts";
import { refinements } from "./refinements.ts";
import { repetitions } from "./repetitions.ts";
import { waits } from "./waits.ts";
import type { Door, Way } from "./way.ts";

type Topics = Readonly<Record<string, Behaviours>>;

/** What a call does, by whichever name it comes. */
export const ofCalls: Topics = {
  calls,
  contents,
  confirmations,
  refinements,
  repetitions,
  waits,
};
const all: Topics = { lists, ...ofCalls };

/** One test for each behaviour, over this way in. */
export function checkWay(way: Way, topics: Topics = all, product: Opening = opening): void {
  const folder = mkdtempSync(join(tmpdir(), "proviso-way-"));
  const file = join(folder, "effects");
  let door: Door | undefined;
  beforeAll(async () => {
    door = await way.open(file, product);
  });
  afterAll(async () => {
    await door?.close();
    rmSync(folder, { recursive: true });
  });
  const check = (behaviour: Behaviours[string], text: string): Promise<void> => {
    if (!door) throw new Error("the server did not start");
    return behaviour(benchOf(way, door, file, text));
  };
  for (const [topic, behaviours] of Object.entries(topics))
    describe(`${way.name}: ${topic}`, () => {
      test.each(Object.entries(behaviours))("%s", (sentence, behaviour) => check(behaviour, sentence));
    });
}

function benchOf(way: Way, door: Door, file: string, text: string): Bench {
  const end = ` ${text}`;
  return {
    way,
    text,
    come: (who = "anna", reach = "nobody") => door.connect(who, reach),
    effects: () =>
      linesOf(file)
        .filter((line) => line.endsWith(end))
        .map((line) => line.slice(0, -end.length)),
  };
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return []; // nothing has happened yet
  }
}

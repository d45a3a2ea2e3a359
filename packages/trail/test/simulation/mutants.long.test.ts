// Runs `./x bench simulate --breaks` from where each break was found before. CI tries some of them.
import { expect, test } from "vitest";
import { pieceOf } from "../../../../tooling/piece-of.ts";
import { breaks, findBreak } from "./breaks.ts";

test.each(pieceOf(Object.entries(breaks), 4))("a runtime that %s is found out", async (_, broken) => {
  const found = await findBreak(broken, broken.seed);
  expect(found?.violation?.split(":")[0]).toBe(broken.violation);
});

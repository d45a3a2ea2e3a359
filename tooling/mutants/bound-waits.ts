import process from "node:process";
import { aroundEach } from "vitest";

/** Turns of the event loop, of a millisecond or more, in which a test has to end: a busy machine makes fewer of them in the same time. */
const maxTurns = Number(process.env.MUTANTS_TURNS);
// Taken before a test replaces them.
const { clearInterval, setInterval } = globalThis;

aroundEach(async (runTest) => {
  const { promise: waitsTooLong, reject } = Promise.withResolvers<never>();
  let turns = 0;
  const counter = setInterval(() => ++turns > maxTurns && reject(new Error("a test waits without end")), 1);
  await Promise.race([runTest(), waitsTooLong]).finally(() => clearInterval(counter));
});

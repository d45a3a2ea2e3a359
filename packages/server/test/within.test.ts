import { expect, test } from "vitest";
import { callInTime, within } from "../src/api/within.ts";

const soon = 5;
const never = 60_000;

test("an answer in time is passed on, and its signal is left alone", async () => {
  let given: AbortSignal | undefined;
  const answer = await within(never, (signal) => {
    given = signal;
    return "yes";
  });
  expect([answer, given?.aborted]).toEqual(["yes", false]);
});

test.for([
  ["a failure", never, () => Promise.reject(new Error("no")), "no"],
  [
    "an exception",
    never,
    () => {
      throw new Error("no");
    },
    "no",
  ],
  ["silence", soon, () => new Promise<string>(() => {}), "too late"],
] as const)("%s rejects, and aborts the signal", async ([, ms, ask, message]) => {
  let given: AbortSignal | undefined;
  const answer = within<string>(ms, (signal) => {
    given = signal;
    return ask();
  });
  await expect(answer).rejects.toThrow(message);
  expect(given?.aborted).toBe(true);
});

test("an ending is told once: in time, or as too late and then late", async () => {
  const told: string[] = [];
  const listener = {
    done: (value: string) => void told.push(`done ${value}`),
    failed: (error: unknown) => void told.push(String(error)),
    late: (value: string) => void told.push(`late ${value}`),
  };
  const later = Promise.withResolvers<string>();
  const broken = Promise.withResolvers<string>();
  callInTime(never, Promise.resolve("a"), listener);
  callInTime(soon, later.promise, listener);
  callInTime(soon, broken.promise, listener);
  await new Promise((resolve) => setTimeout(resolve, 4 * soon));
  expect(told).toEqual(["done a", "Error: too late", "Error: too late"]);
  later.resolve("b");
  broken.reject(new Error("c"));
  await new Promise((resolve) => setImmediate(resolve));
  expect(told.slice(3)).toEqual(["late b"]);
});

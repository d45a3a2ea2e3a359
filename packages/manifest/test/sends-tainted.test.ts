import { expect, test } from "vitest";
import { sendsTainted } from "../src/index.ts";

function check(readsPrivate: boolean, sendsOut: boolean, seen: string, expected: boolean): void {
  const dataFlow = { readsPrivate, returnsUntrusted: false, sendsOut };
  const given = { untrusted: seen.includes("untrusted"), private: seen.includes("private") };
  expect(sendsTainted({ dataFlow }, given)).toBe(expected);
}

test("a tool that sends out can carry what the session has seen", () =>
  check(false, true, "untrusted private", true));
test("a tool that reads private data itself needs only untrusted content", () =>
  check(true, true, "untrusted", true));
test("without untrusted content nobody steers the session", () => check(true, true, "private", false));
test("without private data there is nothing to leak", () => check(false, true, "untrusted", false));
test("a tool that sends nothing leaks nothing", () => check(true, false, "untrusted private", false));

import { expect, test } from "vitest";
import type { Approval } from "../../src/api/approval.ts";
import { isForSlack } from "../../src/notify/slack-message.ts";

const isDecidedInSlack = (note: string): boolean =>
  isForSlack({ shown: { input: { note } } } as unknown as Approval);

test.each(["Water the plants.", "Für Zoë, 5 €"])("%j may be decided in Slack", (note) =>
  expect(isDecidedInSlack(note)).toBe(true),
);

test.each([
  ["a Cyrillic letter", "\u0430lice@example.com"],
  ["struck-out text", "do n\u0336o\u0336t\u0336 pay"],
  ["an enclosed digit", "1\u20dd00"],
  ["a stop that browsers read as a dot", "evil\u3002com"],
  ["an entity of Slack's", "&lt;b&gt;"],
  ["text from right to left", "\u05d0\u05d1"],
])("%s is decided on the page, which marks it", (_what, note) => expect(isDecidedInSlack(note)).toBe(false));

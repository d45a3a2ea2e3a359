import { expect, test } from "vitest";
import { withoutPerson } from "../src/components/without-person.ts";
import type { PageFacts } from "../src/facts/page-facts.ts";

type Asked = NonNullable<PageFacts["asked"]>;

const both: Asked = { server: "always", test: "always", live: "always" };
const guardInLive: Asked = { server: "never", test: "never", live: "always" };
const guardToo: Asked = { server: "sometimes", test: "sometimes", live: "always" };
const nobody: Asked = { server: "never", test: "never", live: "never" };
const summary = (...each: readonly (readonly [Asked | undefined, string])[]): string =>
  withoutPerson(each.map(([asked, word]) => ({ asked, does: [word] }) as unknown as PageFacts));

test("names what may happen unasked, the most dangerous first, and counts the tools", () => {
  expect(summary([nobody, "creates"], [guardToo, "updates"], [guardInLive, "pays"], [both, "erases"])).toBe(
    "Without a person: pays, updates, creates (2 tools, and some calls of 1 more). In live the client's guard asks more often for 2.",
  );
  expect(summary([nobody, "only reads"])).toBe("Without a person: only reads (1 tool).");
});

test("does not say that a tool acts alone if the server asks about some of its calls", () => {
  const sometimes: Asked = { server: "sometimes", test: "sometimes", live: "sometimes" };
  expect(summary([sometimes, "creates"])).toBe("Without a person: creates (some calls of 1 tool).");
  expect(summary([both, "erases"])).toBe("Without a person: nothing.");
});

test("says only what the unasked branches of a refined tool do", () => {
  const asked: Asked = { server: "sometimes", test: "sometimes", live: "sometimes" };
  const unasked = { server: ["updates"], live: ["updates"] };
  const tool = { asked, does: ["grants access", "updates"], unasked } as unknown as PageFacts;
  expect(withoutPerson([tool])).toBe("Without a person: updates (some calls of 1 tool).");
});

test("counts no forbidden tool", () => {
  expect(summary([undefined, "erases"])).toBe("");
  expect(summary([undefined, "erases"], [both, "pays"])).toBe("Without a person: nothing.");
});

test("counts the unasked reads of private data that have no limit", () => {
  const read = {
    asked: nobody,
    does: ["only reads"],
    readsPrivate: true,
    limits: "",
  } as unknown as PageFacts;
  const others = [
    { ...read, limits: "100 calls in 1 hour, for each caller" },
    { ...read, readsPrivate: false },
    { ...read, asked: both },
  ];
  expect(withoutPerson([read, ...others])).toBe(
    "Without a person: only reads (3 tools). 1 of them reads private data without a limit.",
  );
  expect(withoutPerson([read, read])).toContain("2 of them read private data without a limit.");
});

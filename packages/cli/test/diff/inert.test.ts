import { expect, test } from "vitest";
import { inert } from "../../src/diff/inert.ts";

test.each([
  [
    "another: `input.cents > 5000000` instead of `never`",
    "another: `input.cents > 5000000` instead of `never`",
  ],
  ["`a < b`, then `[x](y)`", "`a < b`, then `[x](y)`"],
])("a value in backticks is code, escaped once: %s", (said, expected) => expect(inert(said)).toBe(expected));

test.each([
  ["see #12", "see `#12`"],
  ["a `b <img src=x> #12", "a \\`b &lt;img src=x&gt; `#12`"],
  ["``` <img src=x> ```", String.raw`\`\`\` &lt;img src=x&gt; \`\`\``],
])("other text has no markup and no link: %s", (said, expected) => expect(inert(said)).toBe(expected));

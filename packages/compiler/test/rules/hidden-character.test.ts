import { expect, test } from "vitest";
import { fix } from "../../src/index.ts";
import { compileText, contractOf } from "../contract-text.ts";
import { hiddenCharacter } from "../../src/rules/hidden-character.ts";
import { checkRule } from "./check-rule.ts";

const invisible = {
  "a bidirectional override": "\u202e",
  "a bidirectional isolate": "\u2067",
  "a zero-width space": "\u200b",
  "a joiner between Latin letters": "\u200d",
  "a word joiner": "\u2060",
  "a byte order mark": "\ufeff",
  "a soft hyphen": "\u00ad",
  "a tag": "\u{e0041}",
  "a variation selector": "\u{e0101}",
  "a filler": "\u3164",
  "a line separator": "\u2028",
  "an escape": "\u001b",
};

checkRule(hiddenCharacter, {
  valid: {
    "letters of many scripts": { description: "Hebrew שלום, Arabic سلام, Thai สวัสดี, Chinese 你好." },
    "emoji that are made of several": { description: "Sends 👩‍👩‍👧, ❤️, 🏴󠁧󠁢󠁥󠁮󠁧󠁿 and 👍🏽 on." },
    "joiners where a script needs them": { description: "Persian می‌خواهم and Hindi क्‍ष." },
    "lines and tabs": { description: '"First.\\n\\tSecond."' },
  },
  invalid: {
    ...Object.fromEntries(
      Object.entries(invisible).map(([name, character]) => [
        name,
        { description: `"Acts on ⟦${character}⟧things."` },
      ]),
    ),
    "one that is escaped": { description: '⟦"Acts on \\u202ethings."⟧' },
    "one in an argument's description": {
      inputSchema: '{ id: { type: string, description: "The ⟦\u200b⟧identifier." } }',
    },
    "one in a key": { metadata: '{ ⟦"a\u200bb"⟧: 1 }' },
    "one in a comment": { owner: "me # as ⟦\u202e⟧always" },
  },
});

test("its fix removes all that is invisible, and no emoji", () => {
  const text = contractOf({ description: "Acts\u200b\u200b on\u2060 things 👩‍👩‍👧." });
  const { sources } = fix([{ path: "things.yaml", text }], (now) => compileText(now[0]?.text ?? ""));
  expect(sources[0]?.text).toBe(contractOf({ description: "Acts on things 👩‍👩‍👧." }));
});
test("its fix of a text full of them comes to an end", () => {
  const text = contractOf({ description: `"Acts.${"x\u200b".repeat(20_000)}"` });
  const found = compileText(text).diagnostics.find(({ code }) => code === hiddenCharacter.code);
  expect(found?.fix?.edits).toHaveLength(100);
});

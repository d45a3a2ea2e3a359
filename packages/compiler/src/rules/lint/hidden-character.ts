import { spanInside } from "../../source.ts";
import type { FileRule } from "../rule.ts";
import { textsOf } from "../texts.ts";

/** Controls, and what no font shows: bidirectional and zero-width characters, tags, fillers, variation selectors (UAX 44). */
const hidden = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** What nearly every text is: quick to see. */
const isPlain = /^[\t\n\r -~]*$/;

const joining = "Arab Beng Deva Gujr Guru Khmr Knda Mlym Mong Orya Sinh Taml Telu".split(" ");
/** Where some of them belong: emoji that are made of several characters, and scripts that join letters by them. */
const proper = new RegExp(
  `\\p{RGI_Emoji}|\\p{Emoji}\\ufe0f|(?<=[${joining.map((script) => `\\p{sc=${script}}`).join("")}])[\\u200c\\u200d]`,
  "gv",
);

export const hiddenCharacter: FileRule = {
  code: "lint/hidden-character",
  scope: "file",
  severity: "error",
  summary: "A contract holds no character that a reviewer cannot see and a model can read.",
  check(file, report) {
    for (const { text, span, textSpan } of textsOf(file)) {
      if (isPlain.test(text) || !hidden.test(text)) continue;
      const plain = text.replace(proper, (match) => "x".repeat(match.length));
      const found = hidden.exec(plain);
      if (!found) continue;
      const [character] = found;
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
      const place = textSpan && spanInside(textSpan, found.index, found.index + character.length);
      report(
        `the invisible character U+${code} is in this text`,
        place ?? span,
        "remove it; nobody who reads the contract can see what it does",
        place && { title: "remove the character", edits: [{ start: place.start, end: place.end, text: "" }] },
      );
    }
  },
};

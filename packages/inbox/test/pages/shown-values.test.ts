import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { html } from "@proviso/manifest";
import { lookAlikes } from "../../../server/src/canonical/look-alikes.ts";
import { piecesOfText } from "../../src/values/pieces-of-text.ts";
import { shownObject } from "../../src/values/shown-value.ts";

/** Pieces that are not plain, in brackets with their label. */
function check(text: string, expected: string): void {
  const shown = piecesOfText(text).map((piece) =>
    piece.kind === "plain" ? piece.text : `[${piece.kind} ${piece.label}]`,
  );
  expect(shown.join("")).toBe(expected);
}

describe("a text is shown", () => {
  test("as it is, if nothing in it deceives", () => {
    for (const text of [
      "Grüße aus Łódź, 14:30 – „bald“ …",
      "日本語",
      "Привет",
      "שלום",
      "e\u0301",
      "a.b@example.com",
    ])
      check(text, text);
  });
  test("with spaces that nobody would count", () => {
    check(" a  b c ", "[space space]a[space 2 spaces]b c[space space]");
    check("a \nb\r\n", "a[space space][break ↵]b[break CR ↵]");
    check(`a\n  \n${" ".repeat(17)}b`, "a[break ↵][space 2 spaces][break ↵][space 17 spaces]b");
  });
  test("with the spaces before the lines of a program as they are", () => {
    check("for (;;)\n  a();\n    b();", "for (;;)[break ↵]  a();[break ↵]    b();");
  });
  test("with what is invisible or moves other text", () => {
    check("a\u202eb\u200bc", "a[hidden U+202E]b[hidden U+200B]c");
    check("a\u00a0b\u3000\u2800", "a[hidden U+00A0]b[hidden U+3000][hidden U+2800]");
    check("\u001b[31m\t\r", "[hidden U+001B][31m[hidden U+0009][hidden U+000D]");
    check("a\u0301\u0301\u0301", "a\u0301\u0301[hidden U+0301]");
    check("\ud800x\u{e0041}", "[hidden U+D800]x[hidden U+E0041]");
  });
  test("with letters that look like others", () => {
    check("p\u0430ypal", "p[doubtful U+0430]ypal");
    check("\u0430\u0440\u0440.com", "[doubtful U+0430][doubtful U+0440][doubtful U+0440].com");
    check("ex\u00e1mple.com/a", "ex[doubtful U+00E1]mple.com/a");
    check("google.com\u2215evil", "google.com[doubtful U+2215]evil");
    check(
      "\uff21\u{1d400}\u0261\u0665",
      "[doubtful U+FF21][doubtful U+1D400][doubtful U+0261][doubtful U+0665]",
    );
  });
  test("with marks that strike it out, enclose it or change a digit", () => {
    check("do n\u0336o\u0336t pay", "do n[hidden U+0336]o[hidden U+0336]t pay");
    check("1\u20dd00 5\u0301 a\u0488", "1[hidden U+20DD]00 5[hidden U+0301] a[hidden U+0488]");
    check("a\u0301\u0338\u0301", "a\u0301[hidden U+0338][hidden U+0301]");
    for (const mark of ["\u0334", "\u0338", "\u20d0", "\u20f0", "\u20e3", "\ua670"])
      check(`x${mark}`, `x[hidden U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`);
  });
  test("with punctuation that looks like other punctuation", () => {
    for (const each of "\u01c3\u01c0\ua789\u29f8\u066c\u2212")
      check(`a${each}`, `a[doubtful U+${each.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`);
    check("evil\u3002com, 日本語\u3002", "evil[doubtful U+3002]com, 日本語\u3002");
  });
  test("whole, whatever it is: no character is lost, and what is plain is visible", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const pieces = piecesOfText(text);
        expect(pieces.map((piece) => piece.text).join("")).toBe(text);
        for (const { kind, text: part } of pieces)
          if (kind === "plain")
            expect(part).not.toMatch(
              /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Me}\u0334-\u0338\u20d0-\u20f0]| {2}|\p{N}\p{M}/u,
            );
      }),
    );
  });
});

test("names that a reader could confuse are named", () => {
  expect(lookAlikes(["amount", "\u0430mount", "total", "to", "T_o", "acc0unt", "account"])).toEqual([
    ["amount", "\u0430mount"],
    ["to", "T_o"],
    ["acc0unt", "account"],
  ]);
});

test("a template escapes every value", () => {
  const text = `"><script>'&`;
  expect(html`<a title="${text}">${[text, undefined, 1]}</a>`.text).toBe(
    '<a title="&quot;&gt;&lt;script&gt;&#39;&amp;">&quot;&gt;&lt;script&gt;&#39;&amp;1</a>',
  );
});

describe("arguments are shown", () => {
  const shown = (value: Parameters<typeof shownObject>[0], longestList = Infinity): string =>
    shownObject(value, longestList)
      .text.replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim();

  test("with every leaf, its path and its type, the long ones last", () => {
    expect(
      shown({ long: "x".repeat(201), a: { b: [{ c: true }, { c: "true" }] }, d: null, e: [], f: {} }),
    ).toBe(
      "a › b 1. › c true a › b 2. › c true text d null: no value e an empty list f an object without values " +
        `long ${"x".repeat(201)} 201 characters`,
    );
  });
  test("without a cut, however long a list is", () => {
    const list = Array.from({ length: 5000 }, (_, index) => `item${index}`);
    const text = shown({ list });
    for (const item of list) expect(`${text} `).toContain(` ${item} `);
  });
  test("with the number of items that are left out of a longer list of a plan, and its digest", () => {
    expect(shown({ list: [1, 2, 3] }, 2)).toMatch(
      /^list 3 items; the last 1 are not shown\. SHA-256 of all: [\da-f]{64} list 3 items 1 2$/,
    );
  });
  test("in a plan with money as one value, and a list of flat objects as one item each, with the names, which arguments never are", () => {
    const step = { name: "suspend", late: 107, due: { cents: 29400, currency: "EUR" } };
    const { text } = shownObject({ steps: [step, { ...step, name: "<b>" }] }, 1000);
    expect(`${text}`.match(/<li>/g)).toHaveLength(2);
    expect(shown({ steps: [step, { ...step, name: "<b>" }] }, 1000)).toBe(
      "steps name suspend late 107 due EUR 294.00 name &lt;b&gt; late 107 due EUR 294.00",
    );
    for (const odd of [{ ...step, nаme: "b" }, { ...step, due: { cents: 1.5, currency: "EUR" } }, "text"])
      expect(shownObject({ steps: [step, odd] }, 1000).text).not.toContain("<li>");
    expect(shown({ due: step.due })).toBe("due › cents 29400 29,400 due › currency EUR");
  });
  test("and a key cannot imitate a path, or end the markup", () => {
    const { text } = shownObject(
      { "a › b": 1, "</dt><b>": 2, plain: 3, to: { "1. › x": 4, "1.": 5 } },
      Infinity,
    );
    expect(text).not.toContain("<b>");
    expect(text.match(/class="key text"/g)).toHaveLength(4);
    expect(shown({ a: { b: 1 }, "a › b": 2, 'c" › "d': 3 })).toBe(
      String.raw`a › b 1 &quot;a › b&quot; 2 &quot;c\&quot; › \&quot;d&quot; 3`,
    );
  });
});

import { describe, expect, test } from "vitest";
import { commentLine, commentText, docComment, docText } from "../src/typescript/doc-comment.ts";
import { generatedNotice } from "../src/text/generated-notice.ts";
import { schemaDoc } from "../src/typescript/schema-doc.ts";

describe("contract text in a comment", () => {
  function check(text: string, expected: string): void {
    expect(commentText(text)).toBe(expected);
  }
  test("cannot end it", () => check("a */ b **/", "a *\\/ b **\\/"));
  test("cannot add a tag", () => check("@deprecated\n a @b {@link c}", "\\@deprecated\n a \\@b {\\@link c}"));
  test("keeps addresses as they are", () => check("anna@example.com", "anna@example.com"));
  test("has no invisible characters", () => check("a\u202eb\u200bc\u0000", "a\\u202eb\\u200bc\\u0000"));
  test("has one kind of line break", () => check("a\r\nb\u2028c\rd", "a\nb\nc\nd"));
});

test("a comment of one line has one line, whatever the text", () => {
  expect(commentLine("a\n  b\u2029c")).toBe("a b c");
  expect(generatedNotice("a\nthrow 1")).not.toContain("\n");
});

describe("a doc comment", () => {
  test("stands on one line if it fits", () => expect(docComment("Short.")).toBe("/** Short. */"));
  test("is a block if it has several lines", () =>
    expect(docComment("One.", "", "Two.")).toBe("/**\n * One.\n *\n * Two.\n */"));
  test("wraps long lines, under the item in a list", () => {
    const words = Array.from({ length: 30 }, () => "word").join(" ");
    const lines = docText(`- ${words}`).trim().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^ {2}word/);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
  });
});

describe("what is said of a value", () => {
  function check(schema: object, ...expected: readonly string[]): void {
    expect(schemaDoc(schema as never)).toEqual(expected);
  }
  test("is nothing if its type says it all", () => check({ type: "string" }));
  test("has its limits after a short description", () =>
    check(
      { type: "string", description: "Plain text.", minLength: 1, maxLength: 9 },
      "Plain text. 1 to 9 characters.",
    ));
  test("has its limits on a line of their own after anything else", () =>
    check({ type: "integer", description: "In euros", minimum: 0 }, "In euros", "An integer, at least 0."));
  test("says what holds for each item", () =>
    check(
      { type: "array", minItems: 1, items: { type: "string", format: "email" } },
      "At least 1 item, each in `email` format.",
    ));
  test("tells that it is deprecated", () => check({ deprecated: true }, "@deprecated"));
});

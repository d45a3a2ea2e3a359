import { expect, test } from "vitest";
import { labelSvg } from "../src/label/label-svg.ts";

const row = { id: "money", name: "Money", text: "No money moves", tone: "none", kind: "risk" } as const;
const labelled = (sentence: string, text: string, name = "notes.remove") =>
  labelSvg({ name, riskLevel: "high", label: { sentence, rows: [{ ...row, text }] } });
const linesOf = (svg: string): readonly string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text\s*>/g)].map(([, text = ""]) => text);

test("a label breaks long lines between words, and names that have none anywhere", () => {
  const svg = labelled(
    "Erases; the server asks a person for a phrase every time.",
    "Log-in within 15 minutes; 5 a day",
    "n".repeat(50),
  );
  expect(linesOf(svg)).toEqual([
    "Safety label",
    "high risk",
    "n".repeat(40),
    "n".repeat(10),
    "Erases; the server asks a person for a",
    "phrase every time.",
    "Money",
    "Log-in within 15 minutes;",
    "5 a day",
  ]);
  expect(Number(/height="(\d+)"/.exec(svg)?.[1])).toBeGreaterThan(
    Number(/height="(\d+)"/.exec(labelled("", ""))?.[1]),
  );
});

test("a label is one document without anything from elsewhere, whatever a name says", () => {
  const svg = labelled("Reads.", "None", `a"/><script>alert(1)</script>`);
  expect(svg).not.toContain("<script>");
  expect(svg.replaceAll('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(/https?:|url\(|@import/);
  expect(svg).toContain("prefers-color-scheme");
});

import { expect } from "vitest";
import { compile } from "../src/compile/compile.ts";
import type { CompileResult, ContractModel, ToolModel } from "../src/index.ts";
import type { RuleSettings } from "../src/rules/check.ts";
import { fragmentRules } from "./fragment-rules.ts";

/** Fields of a tool as YAML text; `null` leaves a field out. */
export type ToolText = Readonly<Record<string, string | null>>;

const plainTool: ToolText = {
  description: "Does something.",
  category: "testing",
  riskLevel: "low",
  inputSchema: "{}",
  outputSchema: "{}",
  permissions: "[]",
  sideEffects: "[]",
  dataFlow: "{ readsPrivate: false, returnsUntrusted: false }",
  auditEvent: "thing.done",
  failureModes: "[]",
};

/** A contract with one tool, `things.act`: complete, low and read-only unless the fields say otherwise. */
export function contractOf(fields: ToolText, header = "", verb = "act"): string {
  const rows = Object.entries({ ...plainTool, ...fields }).flatMap(([key, value]) =>
    value === null ? [] : [`    ${key}: ${value}`],
  );
  return `proviso: 1\ndomain: things\ndescription: Things.\n${header}tools:\n  ${verb}:\n${rows.join("\n")}\n`;
}

/** Text in which `⟦` and `⟧` mark places: without the marks, and where each place is. */
export function unmark(marked: string): { text: string; places: { start: number; end: number }[] } {
  const places: { start: number; end: number }[] = [];
  let text = "";
  for (const character of marked) {
    if (character === "⟦") places.push({ start: text.length, end: -1 });
    else if (character === "⟧") closeLast(places, text.length);
    else text += character;
  }
  return { text, places };
}

function closeLast(places: { start: number; end: number }[], end: number): void {
  const open = places.findLast((place) => place.end === -1);
  if (!open) throw new Error("a mark is closed that was not opened");
  open.end = end;
}

export function compileText(text: string, rules: RuleSettings = {}): CompileResult {
  return compile([{ path: "things.yaml", text }], { rules: { ...fragmentRules, ...rules } });
}

/** Compiles a marked text: each finding as `code` with its place, and what the marks say it should be. */
export function findingsIn(marked: string): {
  found: { start: number; end: number; code: string }[];
  marks: { start: number; end: number }[];
} {
  const { text, places } = unmark(marked);
  const found = compileText(text).diagnostics.map(({ code, span }) => ({
    start: span.start,
    end: span.end,
    code,
  }));
  return { found, marks: places };
}

/** Expects findings with these codes at the marks, in the order of the marks, and no others. */
export function expectFindings(marked: string, ...codes: string[]): void {
  const { found, marks } = findingsIn(marked);
  expect(found).toEqual(marks.map((mark, index) => ({ ...mark, code: codes[index] ?? codes[0] })));
}

export function modelOf(text: string): ContractModel {
  const { model, diagnostics } = compileText(text);
  if (!model) throw new Error(`does not compile: ${diagnostics.map((each) => each.message).join("; ")}`);
  return model;
}

/** The only tool of a contract that compiles. */
export function toolOf(fields: ToolText, header = "", verb = "act"): ToolModel {
  const tool = modelOf(contractOf(fields, header, verb)).domains[0]?.tools[0];
  if (!tool) throw new Error("there is no tool");
  return tool;
}

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { toolSource } from "../../src/explain/tool-source.ts";

const contract = `proviso: 1
domain: notes
tools:
  # Before the first.
  read:
    title: Read
    examples:
      - input: { id: "a" }

  # Before the second.
  delete:
    title: Delete
    description: |
      Two
      lines.
permissions: {}
`;

test("a tool's part of its contract has its lines, without indentation and without what belongs to the next", () => {
  expect(toolSource(contract, "notes.read")).toEqual({
    line: 5,
    endLine: 8,
    text: 'read:\n  title: Read\n  examples:\n    - input: { id: "a" }',
  });
  expect(toolSource(contract, "notes.delete")).toEqual({
    line: 11,
    endLine: 15,
    text: "delete:\n  title: Delete\n  description: |\n    Two\n    lines.",
  });
});

test("a tool that is not there, or a text that is no contract, has none", () => {
  expect(toolSource(contract, "notes.write")).toBeUndefined();
  expect(toolSource("tools: []", "notes.read")).toBeUndefined();
  expect(toolSource("a: [", "notes.read")).toBeUndefined();
});

test("the parts of this repository's contracts are the lines between one tool and the next", () => {
  const folder = new URL("../../../../contracts/", import.meta.url);
  for (const file of readdirSync(folder)) {
    const text = readFileSync(new URL(file, folder), "utf8");
    const lines = text.split("\n");
    const names = [...(text.split("\ntools:\n")[1] ?? "").matchAll(/^ {2}([a-z_]+):$/gm)].map(
      ([, name]) => name,
    );
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const part = toolSource(text, `x.${name}`);
      expect(lines[(part?.line ?? 0) - 1]).toBe(`  ${name}:`);
      expect(lines[(part?.endLine ?? 0) - 1]).toMatch(/^ {4}/);
      expect(lines[part?.endLine ?? 0] ?? "").toMatch(/^(?: {0,2}(?:\S.*)?)?$/);
    }
  }
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fileFields } from "../src/decode/file-fields.ts";
import { toolFields } from "../src/decode/tool-fields.ts";
import { compileText } from "./contract-text.ts";
import { languageTables } from "./language-tables.ts";

const path = new URL("../LANGUAGE.md", import.meta.url);
const reference = readFileSync(path, "utf8");
const mark = /<!-- derived: (?<name>[^>]+) -->\n[^]*?<!-- end -->/g;

/** The reference with every derived part as the code has it now. */
function withTables(text: string): string {
  const tables = languageTables();
  return text.replace(mark, (_whole, name: string) => {
    const derived = tables.get(name);
    if (derived === undefined) throw new Error(`nothing is derived under the name ${name}`);
    return `<!-- derived: ${name} -->\n\n${derived}\n\n<!-- end -->`;
  });
}

describe("LANGUAGE.md", () => {
  // `pnpm exec vitest run test/language.test.ts -u` updates it.
  test("has the tables that the code has", async () => {
    await expect(withTables(reference)).toMatchFileSnapshot("../LANGUAGE.md");
  });
  test("has a place for every table, once", () => {
    const names = [...reference.matchAll(mark)].map(({ groups }) => groups?.["name"]);
    expect(names.toSorted()).toEqual([...languageTables().keys()].toSorted());
  });
  test("gets its tables back where somebody edits one by hand", () => {
    expect(withTables(reference.replace("| `riskLevel` | ", "| `risk` | "))).toBe(withTables(reference));
    expect(reference).toContain("| `riskLevel` | ");
  });
  test.each(
    [...reference.matchAll(/```yaml\n(proviso: 1\n(?:(?!```)[^])*?\ntools:[^]*?)```/g)].map(([, yaml]) => [
      yaml ?? "",
    ]),
  )("shows contracts that compile", (yaml) => {
    expect(compileText(yaml).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });
  test("shows at least one whole contract", () => {
    expect(reference).toContain("```yaml\nproviso: 1\n");
  });
});

test("every field says what enforces it", () => {
  for (const field of [...Object.values(fileFields), ...Object.values(toolFields)])
    expect(field.enforcedBy).toMatch(/\w/);
});

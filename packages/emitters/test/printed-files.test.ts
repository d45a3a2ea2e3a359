import { expect, test } from "vitest";
import { printTypeScript, type TypeScriptFile } from "../src/print-typescript.ts";

const file = (initializer: string, path = "a.ts"): TypeScriptFile => ({
  path,
  notice: "A test.",
  imports: [],
  statements: [{ kind: "constant", name: "a", type: "number", initializer, docs: [] }],
});

test("a file that was printed before is not printed again", async () => {
  const printed = new Map<string, string>();
  const first = await printTypeScript(file("1"), printed);
  expect(first.text).toContain("export const a: number = 1;");
  for (const key of printed.keys()) printed.set(key, "as kept\n");
  expect(await printTypeScript(file("1"), printed)).toEqual({ path: "a.ts", text: "as kept\n" });
});

test("a file that differs in anything is printed", async () => {
  const printed = new Map<string, string>();
  await printTypeScript(file("1"), printed);
  for (const key of printed.keys()) printed.set(key, "as kept\n");
  const others = [file("2"), file("1", "b.ts"), { ...file("1"), notice: "Another." }];
  for (const other of others) {
    const emitted = await printTypeScript(other, printed);
    expect(emitted.text).toContain("export const a");
  }
});

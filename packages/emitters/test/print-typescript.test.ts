import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { printTypeScript, type TypeScriptFile } from "../src/typescript/print-typescript.ts";

const file = (name: string, initializer: string): TypeScriptFile => ({
  path: `${name}.ts`,
  notice: "A test.",
  imports: [],
  statements: [{ kind: "constant", name, type: "number", initializer, docs: [] }],
});

test("each of many files gets its own text, though ts-morph printed their shape once", async () => {
  const names = Array.from({ length: 20 }, (_, index) => `name${index}`);
  const shapes = new Map<string, string>();
  const emitted = await Promise.all(names.map((name) => printTypeScript(file(name, "1"), shapes)));
  expect(emitted).toEqual(
    names.map((name) => ({ path: `${name}.ts`, text: `// A test.\n\nexport const ${name}: number = 1;\n` })),
  );
  expect(shapes.size).toBe(1);
});

test("a shape that was printed before is not printed again", async () => {
  const shapes = new Map<string, string>();
  await printTypeScript(file("a", "1"), shapes);
  for (const [key, code] of shapes) shapes.set(key, code.replace("const", "let"));
  expect((await printTypeScript(file("b", "2"), shapes)).text).toContain("export let b: number = 2;");
});

test("re-exports stand together, everything else stands apart", async () => {
  const reExport = { kind: "export" as const, moduleSpecifier: "./a.ts", namedExports: ["a"] };
  const { statements } = file("b", "1");
  const all = { ...file("b", "1"), statements: [reExport, reExport, ...statements, ...statements] };
  expect((await printTypeScript(all)).text.split("\n").map((line) => line.slice(0, 12))).toEqual([
    "// A test.",
    "",
    "export { a }",
    "export { a }",
    "",
    "export const",
    "",
    "export const",
    "",
  ]);
});

test("a file that cannot be printed is an error that names it, and the others are printed", async () => {
  const [broken, foreign, noData, sound] = await Promise.allSettled([
    printTypeScript(file("broken", "(")),
    printTypeScript({ ...file("foreign", "1"), statements: [{ kind: "class" } as never] }),
    printTypeScript(file("noData", (() => "code") as never)),
    printTypeScript(file("sound", "1")),
  ]);
  expect(broken).toMatchObject({
    status: "rejected",
    reason: { message: expect.stringContaining("broken.ts") },
  });
  expect(foreign.status).toBe("rejected");
  expect(noData).toMatchObject({
    status: "rejected",
    reason: { message: "`initializer` of a constant is no data" },
  });
  expect(sound).toMatchObject({ status: "fulfilled", value: { path: "sound.ts" } });
});

test("ts-morph is loaded for a new shape, and for none that is known", async () => {
  const shapes = new Map<string, string>();
  await printTypeScript(file("a", "1"), shapes);
  const source = new URL("../src/typescript/print-typescript.ts", import.meta.url).href;
  const program = `import { createRequire } from "node:module";
    import { printTypeScript } from ${JSON.stringify(source)};
    const isLoaded = () => Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes("ts-morph"));
    await printTypeScript(${JSON.stringify(file("b", "2"))}, new Map(${JSON.stringify([...shapes])}));
    console.log(isLoaded());
    await printTypeScript(${JSON.stringify(file("b", "2"))});
    console.log(isLoaded());`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  expect(stdout).toBe("false\ntrue\n");
});

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { printTypeScript, type TypeScriptFile } from "../src/print-typescript.ts";
import { createPrinter } from "../src/printer.ts";

const source = new URL("../src/print-typescript.ts", import.meta.url).href;

const file = (name: string, initializer: string): TypeScriptFile => ({
  path: `${name}.ts`,
  notice: "A test.",
  imports: [],
  statements: [{ kind: "constant", name, type: "number", initializer, docs: [] }],
});

test("each of many files gets its own text, in whatever order they are waited for", async () => {
  const names = Array.from({ length: 20 }, (_, index) => `name${index}`);
  const emitted = await Promise.all(names.map((name) => printTypeScript(file(name, "1"))));
  expect(emitted).toEqual(
    names.map((name) => ({ path: `${name}.ts`, text: `// A test.\n\nexport const ${name}: number = 1;\n` })),
  );
});

test("a file that cannot be printed is an error that names it, and the others are printed", async () => {
  const [broken, foreign, sound] = await Promise.allSettled([
    printTypeScript(file("broken", "(")),
    printTypeScript({ ...file("foreign", "1"), statements: [{ kind: "class" } as never] }),
    printTypeScript(file("sound", "1")),
  ]);
  expect(broken).toMatchObject({
    status: "rejected",
    reason: { message: expect.stringContaining("broken.ts") },
  });
  expect(foreign.status).toBe("rejected");
  expect(sound).toMatchObject({ status: "fulfilled", value: { path: "sound.ts" } });
});

test("what is no data is refused, and the others are printed", async () => {
  const [refused, sound] = await Promise.allSettled([
    printTypeScript({ ...file("refused", "1"), notice: (() => "code") as never }),
    printTypeScript(file("sound", "1")),
  ]);
  expect(refused.status).toBe("rejected");
  expect(sound).toMatchObject({ status: "fulfilled", value: { path: "sound.ts" } });
});

test.each([
  ["throws", "throw new Error('no such library')", "no such library"],
  ["ends", "process.exit(0)", "has ended"],
])("a thread that %s fails whoever waits for it, and is given up", async (_, program, message) => {
  let ends = 0;
  const printer = createPrinter(new URL(`data:text/javascript,${program}`), () => (ends += 1));
  await expect(printer.print(file("a", "1"))).rejects.toThrow(message);
  expect(ends).toBe(1);
});

test("the thread lets the process end, both after it printed and when it never had to", async () => {
  const program = `import { printTypeScript, startPrinter } from ${JSON.stringify(source)};
    startPrinter();
    if (process.argv[1]) console.log((await printTypeScript(${JSON.stringify(file("a", "1"))})).text);`;
  const run = async (...argv: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--input-type=module",
      "-e",
      program,
      ...argv,
    ]);
    return stdout;
  };
  expect(await run("print")).toContain("export const a: number = 1;");
  expect(await run()).toBe("");
});

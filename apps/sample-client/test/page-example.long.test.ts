import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test, vi } from "vitest";

const here = new URL("../", import.meta.url);
const folder = new URL(".work/page-example/", here);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = readFileSync(new URL("../docs/src/content/docs/guard-an-agent.mdx", here), "utf8");
const examples = [...page.matchAll(/```ts(?: title="[^"]*")?\n([^]*?)```/g)].map(([, code = ""]) => code);

/** The example that contains a text. */
function exampleWith(text: string): string {
  const found = examples.find((code) => code.includes(text));
  if (found === undefined) throw new Error(`no example contains ${text}`);
  return found;
}

const dialog =
  'declare function showDialog(request: import("@proviso/client").ConfirmRequest): Promise<import("@proviso/client").PersonInput>;\n';

const links = `import { type Confirm, createGuard } from "@proviso/client";
import { connectMcpClient } from "@proviso/client/mcp2";
declare const [transport, info]: [Parameters<typeof connectMcpClient>[0], Parameters<typeof connectMcpClient>[1]];
declare const confirm: Confirm;
declare function showLink(url: string, host: string, message: string): Promise<boolean>;
`;

function compile(example: string): Buffer {
  mkdirSync(folder, { recursive: true });
  const config = { extends: "../../test/tsconfig.json", include: ["."], references: [] };
  writeFileSync(new URL("tsconfig.json", folder), JSON.stringify(config));
  writeFileSync(new URL("example.ts", folder), example);
  return execFileSync("tsc", ["-p", ".work/page-example/tsconfig.json"], { cwd: here, stdio: "pipe" });
}

test("the example on the page of the guard compiles, and is ten lines long", () => {
  const example = exampleWith("createBackofficeClient(connection");
  const lines = example.trim().split("\n");
  expect(lines.filter((line) => line !== "" && !line.startsWith("import")).length).toBeLessThan(10);
  expect(() => compile(exampleWith("function showDialog") + example)).not.toThrow();
  expect(() => compile(dialog + example.replace("customerId", "custmerId"))).toThrow(/tsc/);
});

test("the example of contracts for somebody else's server compiles", () => {
  const example = exampleWith("contracts: manifest").replace(
    "./generated/client/index.ts",
    "@backoffice/client",
  );
  expect(() => compile(dialog + example)).not.toThrow();
});

test("the example of links compiles", () => {
  expect(() => compile(links + exampleWith("links: true"))).not.toThrow();
});

test("the example of plain functions compiles, lists without a question, and deletes after a yes alone", async () => {
  const example = exampleWith("guardTools(");
  expect(() => compile(dialog + example)).not.toThrow();
  const notes = new URL("notes/", folder);
  mkdirSync(notes);
  writeFileSync(new URL("old.txt", notes), "old");
  const inFolder = example.replaceAll(/"notes(?=["/])/g, `"${fileURLToPath(notes).slice(0, -1)}`);
  const print = vi.spyOn(console, "log").mockReturnValue(undefined);
  for (const yes of [false, true]) {
    const file = new URL(`run-${yes}.ts`, folder);
    writeFileSync(file, `const showDialog = async (_: unknown) => ({ yes: ${yes} });\n${inFolder}`);
    await import(file.href);
    expect(existsSync(new URL("old.txt", notes))).toBe(!yes);
  }
  const printed = print.mock.calls.map(([first]) => first as unknown);
  print.mockRestore();
  expect(printed).toEqual([["old.txt"], "declined_by_person", ["old.txt"], "deleted"]);
});

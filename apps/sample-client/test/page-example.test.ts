import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";

const page = new URL("../../docs/src/content/docs/guard-an-agent.mdx", import.meta.url);
const here = new URL("../", import.meta.url);
const folder = new URL(".work/page-example/", here);

const dialog =
  'declare function showDialog(request: import("@proviso/client").ConfirmRequest): Promise<import("@proviso/client").PersonSaid>;\n';

test("the example of contracts for somebody else's server compiles", { timeout: 60_000 }, () => {
  const [, example = ""] = [...readFileSync(page, "utf8").matchAll(/```ts\n([^]*?)```/g)].map(
    ([, code = ""]) => code,
  );
  const other = new URL(".work/overlay-example/", here);
  mkdirSync(other, { recursive: true });
  const config = { extends: "../../test/tsconfig.json", include: ["."], references: [] };
  writeFileSync(new URL("tsconfig.json", other), JSON.stringify(config));
  writeFileSync(
    new URL("example.ts", other),
    dialog + example.replace("@files/client", "@backoffice/client"),
  );
  expect(example).toContain("contracts: manifest");
  const check = (): Buffer =>
    execFileSync("tsc", ["-p", ".work/overlay-example/tsconfig.json"], { cwd: here, stdio: "pipe" });
  expect(check).not.toThrow();
  rmSync(other, { recursive: true });
});

test("the example on the page of the guard compiles, and is ten lines long", { timeout: 60_000 }, () => {
  const [, example = ""] = /```ts\n([^]*?)```/.exec(readFileSync(page, "utf8")) ?? [];
  const lines = example.trim().split("\n");
  expect(lines.filter((line) => line !== "" && !line.startsWith("import")).length).toBeLessThan(10);
  mkdirSync(folder, { recursive: true });
  const config = { extends: "../../test/tsconfig.json", include: ["."], references: [] };
  writeFileSync(new URL("tsconfig.json", folder), JSON.stringify(config));
  writeFileSync(new URL("example.ts", folder), dialog + example);
  const check = (): Buffer =>
    execFileSync("tsc", ["-p", ".work/page-example/tsconfig.json"], { cwd: here, stdio: "pipe" });
  expect(check).not.toThrow();
  writeFileSync(new URL("example.ts", folder), dialog + example.replace("customerId", "custmerId"));
  expect(check).toThrow(/tsc/);
  rmSync(folder, { recursive: true });
});

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";

const here = new URL("../", import.meta.url);
const folder = new URL(".work/page-examples/", here);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the examples take as given. */
const given = `import { handlers, openBackoffice, people } from "../../src/index.ts";
import type { BackofficeServerOptions } from "@backoffice/server";
import type { Ports } from "../../src/index.ts";
import type { DeleteInput } from "@backoffice/schemas/customers";
import type { Principal } from "@proviso/server";

declare const ports: BackofficeServerOptions<Ports>["ports"];
declare const requirements: NonNullable<BackofficeServerOptions<Ports>["requirements"]>;
declare const input: DeleteInput;
declare const principal: Principal;
declare const yours: import("node:http").RequestListener;
declare const [issuer, audience, state, phrase]: readonly [string, string, string, string];
`;

function examplesOf(page: string): readonly string[] {
  const text = readFileSync(new URL(`../docs/src/content/docs/${page}`, here), "utf8");
  return [...text.matchAll(/```ts\n([^]*?)```/g)].map(([, code = ""]) => code);
}

function check(...examples: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  // What one page's examples import, the next one's do not check again.
  const compilerOptions = { incremental: true, tsBuildInfoFile: "checked.json" };
  const config = { extends: "../../test/tsconfig.json", compilerOptions, include: ["."], references: [] };
  writeFileSync(new URL("tsconfig.json", folder), JSON.stringify(config));
  const app = examples.join("").includes("const app =")
    ? "void openBackoffice;\n"
    : 'const { server: app } = await openBackoffice(".data");\nvoid [handlers, people];\n';
  writeFileSync(new URL("example.ts", folder), `${given}${app}${examples.join("\n")}`);
  const compile = (): Buffer =>
    execFileSync("tsc", ["-p", ".work/page-examples/tsconfig.json"], { cwd: here, stdio: "pipe" });
  expect(compile).not.toThrow();
}

test("the examples of the page Run a server compile", () => {
  const examples = examplesOf("run-a-server.mdx");
  expect(examples.length).toBeGreaterThan(2);
  check(...examples);
});

test("the examples of the page Agent, person, program compile", () => {
  const examples = examplesOf("who-calls.mdx");
  expect(examples).toHaveLength(2);
  check(...examples);
});

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
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

/** The examples without a title, or those with this one. */
function examplesOf(page: string, title?: string): readonly string[] {
  const text = readFileSync(new URL(`../docs/src/content/docs/${page}`, here), "utf8");
  const head = title === undefined ? "" : ` title="${title}"`;
  return text
    .split(`\`\`\`ts${head}\n`)
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf("```")));
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
  const { stdout } = spawnSync("tsc", ["-p", ".work/page-examples/tsconfig.json"], { cwd: here });
  expect(String(stdout)).toBe("");
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

test("the program of the page Many machines compiles, and starts with the options that it shows", async () => {
  const [program = ""] = examplesOf("many-machines.mdx", "The same program on every machine");
  check(
    `import { createBackofficeServer } from "@backoffice/server";
import { type Authenticate } from "@proviso/server";
import { postgresState } from "@proviso/trail/postgres";
declare const authenticate: Authenticate;`,
    // The sample has a tool for people alone.
    program.replace("handlers,", "handlers, people,"),
  );
  // It comes as far as to open its port, which is none: a test reaches no other machine.
  const serve = program.slice(program.indexOf("await app.serve")).replace("8080", "65536");
  const started = async (name: string, text: string): Promise<unknown> => {
    const file = new URL(`${name}.ts`, folder);
    const data = fileURLToPath(new URL(name, folder));
    writeFileSync(
      file,
      `import { openBackoffice } from "../../src/index.ts";
const { server: app, close } = await openBackoffice(${JSON.stringify(data)});
const authenticate = () => undefined;
try {
  ${text}
} finally {
  await close();
}`,
    );
    return import(file.href);
  };
  await expect(started("shown", serve)).rejects.toThrow(/port/);
  const without = serve.replace(/allowedHosts: [^\]]*\],/, "");
  await expect(started("without", without)).rejects.toThrow("`allowedHosts` is needed");
});

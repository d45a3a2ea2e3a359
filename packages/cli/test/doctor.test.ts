import { chmod, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checks } from "../src/doctor/checks.ts";
import { needs } from "../src/doctor/sdk-peers.ts";
import { isInRange } from "../src/doctor/versions.ts";
import { createProject } from "./project.ts";
import type { TestProject } from "./project.ts";

const own = JSON.parse(await readFile(join(import.meta.dirname, "../package.json"), "utf8"));
const version: string = own.version;

/** A package as a package manager installs it. */
function installed(name: string, fields: object = {}): Readonly<Record<string, string>> {
  const exports = { ".": "./index.js", "./codegen1": "./codegen1.js" };
  const manifest = { name, version, exports, ...fields };
  return { [`node_modules/${name}/package.json`]: JSON.stringify(manifest) };
}

const peerDependencies = {
  "@modelcontextprotocol/server": "^2.4.0",
  "@modelcontextprotocol/sdk": "^1.32.0",
  pg: "^8.23.0",
};
const runtimes = {
  ...installed("proviso"),
  ...installed("@proviso/manifest"),
  ...installed("@proviso/server", { peerDependencies }),
  ...installed("@proviso/client"),
};

/** A project without a problem. */
async function wholeProject(files: Readonly<Record<string, string>> = {}): Promise<TestProject> {
  const project = await createProject({ ...runtimes, ...files });
  await project.proviso("generate");
  for (const name of ["notes", "tags"])
    await project.edit(`src/handlers/${name}.ts`, (text) =>
      text.replace(/throw new Error\(.*\);/, "return {} as never;"),
    );
  return project;
}

/** Expects exactly this of the doctor: name, problem and advice of each finding. */
async function check(
  project: TestProject,
  expected: readonly (readonly [string, RegExp | string, RegExp | string])[],
): Promise<void> {
  const { code, out } = await project.proviso("doctor --json");
  const report = JSON.parse(out) as {
    readonly ok: boolean;
    readonly checks: readonly {
      readonly name: string;
      readonly findings: readonly { readonly problem: string; readonly advice: string }[];
    }[];
  };
  const found = report.checks.flatMap(({ name, findings }) =>
    findings.map(({ problem, advice }) => [name, problem, advice]),
  );
  expect(found).toEqual(
    expected.map((row) => row.map((each) => (each instanceof RegExp ? expect.stringMatching(each) : each))),
  );
  expect({ code, ok: report.ok }).toEqual({ code: expected.length > 0 ? 1 : 0, ok: expected.length === 0 });
}

test("a project of which nothing is wrong", async () => {
  const project = await wholeProject();
  await check(project, []);
  const { code, out, err } = await project.proviso("doctor");
  expect(code).toBe(0);
  expect(out).toBe([...checks.map(({ name }) => `ok     ${name}`), "nothing is wrong"].join("\n"));
  expect(err).toBe("next: `npx proviso check`");
});

test("each finding stands with what to do about it", async () => {
  const project = await wholeProject();
  await project.remove("src/handlers/tags.ts");
  const { code, out, err } = await project.proviso("doctor");
  expect(code).toBe(1);
  expect(out).toContain("ok     packages\n");
  expect(out).toContain(
    "wrong  handlers: src/handlers/tags.ts is missing\n       `proviso generate` writes it, with stubs to fill in\n",
  );
  expect(out).toMatch(/2 things to put right$/);
  expect(err).toBe("next: put it right, and run `npx proviso doctor` again");
});

describe("what is wrong", () => {
  test("a package that needs a newer Node.js", async () =>
    check(await wholeProject(installed("@proviso/trail", { engines: { node: ">=99.1" } })), [
      ["Node.js", /^@proviso\/trail needs Node\.js >=99\.1, and this is \d/, /nodejs\.org/],
    ]));

  test("a TypeScript that cannot compile generated code", async () => {
    await check(await wholeProject(installed("typescript", { version: "5.4.5" })), [
      [
        "TypeScript",
        "generated code needs TypeScript 5.9 or newer, and 5.4.5 is installed",
        "`npm install --save-dev typescript@latest`",
      ],
    ]);
    await check(await wholeProject(installed("typescript", { version: "7.0.2" })), []);
  });

  test("packages of different versions side by side", async () =>
    check(await wholeProject(installed("@proviso/server", { version: "0.0.9", peerDependencies })), [
      [
        "packages",
        /^beside \S+ of the other packages there is @proviso\/server 0\.0\.9 \(in .*server\)$/,
        `\`npm install @proviso/server@${version}\``,
      ],
    ]));

  test("an older copy that only one of our packages finds", async () => {
    const nested = {
      "node_modules/@proviso/server/node_modules/@proviso/manifest/package.json": '{ "version": "0.0.9" }',
    };
    await check(await wholeProject(nested), [
      ["packages", /@proviso\/manifest 0\.0\.9/, /@proviso\/manifest@/],
    ]);
  });

  test("a runtime that is not installed, by what package.json says", async () => {
    const project = await wholeProject({ "pnpm-lock.yaml": "" });
    await project.remove("node_modules/@proviso/client");
    const problem = "out/client imports @proviso/client, which is not installed";
    await check(project, [["packages", problem, "`pnpm add @proviso/client`"]]);
    await project.write("package.json", '{ "dependencies": { "@proviso/client": "^0.1.0" } }');
    await check(project, [["packages", problem, "`pnpm install`"]]);
  });

  test("a driver that the project's own code needs", async () => {
    const project = await wholeProject({
      "src/main.ts": 'import { postgresState } from "@proviso/trail/postgres";',
    });
    const name = "pg";
    const advice = `\`npm install "${name}@^8.23.0"\``;
    await check(project, [["SDKs", `src/main.ts needs ${name}, which is not installed`, advice]]);
    await project.write(`node_modules/${name}/package.json`, '{ "version": "8.22.9" }');
    await check(project, [
      ["SDKs", `@proviso/server works with ${name} ^8.23.0, and 8.22.9 is installed`, advice],
    ]);
    await project.write(`node_modules/${name}/package.json`, '{ "version": "8.30.0" }');
    await check(project, []);
  });

  test("no SDK for a server that is served, where either of two will do", async () => {
    const text =
      'import { createAcmeServer } from "./proviso/index.ts";\nawait createAcmeServer(options).serve({ http: 1 });\n';
    const project = await wholeProject({ "src/main.ts": text });
    await check(project, [
      [
        "SDKs",
        /^src\/main\.ts needs @modelcontextprotocol\/server or @modelcontextprotocol\/sdk/,
        /npm install/,
      ],
    ]);
    await project.write("node_modules/@modelcontextprotocol/sdk/package.json", '{ "version": "1.32.2" }');
    await check(project, []);
  });

  test("a runtime older than the generated code", async () => {
    const project = await wholeProject();
    await project.edit("node_modules/@proviso/server/package.json", (text) =>
      text.replace("codegen1", "codegen0"),
    );
    await check(project, [
      [
        "runtimes",
        /^out\/server imports @proviso\/server\/codegen1, which @proviso\/server \S+ does not have$/,
        "`npm install @proviso/server@latest`",
      ],
    ]);
  });

  test("an error in proviso.yaml, with its place", async () => {
    const project = await wholeProject();
    await project.edit("proviso.yaml", (text) => text.replace("product:", "prodct:"));
    const { out } = await project.proviso("doctor");
    expect(out).toContain(
      "wrong  proviso.yaml and contracts: proviso.yaml:2:1: unknown key `prodct`\n       did you mean `product`?\n",
    );
  });

  test("an error in a contract, with how to have it explained", async () => {
    const project = await wholeProject();
    await project.edit("contracts/tags.yaml", (text) => text.replace("    auditEvent: tag.created\n", ""));
    const { code, out } = await project.proviso("doctor");
    expect(code).toBe(1);
    expect(out).toMatch(/wrong {2}proviso\.yaml and contracts: contracts\/tags\.yaml:\d+:\d+: /);
  });

  test("generated code that is out of date, or was edited", async () => {
    const project = await wholeProject();
    await project.edit("contracts/notes.yaml", (text) => text.replace("Adds a note", "Adds one note"));
    await check(project, [
      ["generated code", /^\d+ files out of date, such as out\/.* \(stale\)$/, "`proviso generate`"],
    ]);
    await project.proviso("generate");
    await project.edit("out/server/src/index.ts", (text) => `${text}// mine\n`);
    await check(project, [
      [
        "generated code",
        /^1 file out of date, such as out\/server\/src\/index\.ts \(hand-edited\)$/,
        /it overwrites out\/server\/src\/index\.ts/,
      ],
    ]);
  });

  test("a stub, and a tool whose handler is not there", async () => {
    const project = await createProject(runtimes);
    await project.proviso("generate");
    await project.write("src/handlers/tags.ts", "export const tags = {};\n");
    await check(project, [
      ["handlers", "notes.create is a stub in src/handlers/notes.ts", /write what the tool does/],
      ["handlers", "tags.create has no handler in src/handlers/tags.ts", "add `create` to it"],
    ]);
  });

  test("keys that others can read, and a folder in which they can replace them", async () => {
    const former = "audit.former-0123456789ab.key";
    const project = await wholeProject({ "server/.data/state.key": "k", [`server/.data/${former}`]: "k" });
    const data = join(project.root, "server/.data");
    for (const [path, mode] of [
      ["state.key", 0o600],
      [former, 0o600],
      ["", 0o755],
    ] as const)
      await chmod(join(data, path), mode);
    await check(project, []);
    await chmod(join(data, former), 0o644);
    await chmod(data, 0o777);
    await check(project, [
      ["keys", `others can read server/.data/${former} (mode 0644)`, `\`chmod 600 server/.data/${former}\``],
      ["keys", "others can write to server/.data (mode 0777)", "`chmod 700 server/.data`"],
    ]);
  });
});

test("a folder without a project is told how to start one", async () => {
  const project = await createProject();
  await project.remove("proviso.yaml");
  const { code, err } = await project.proviso("doctor");
  expect(code).toBe(2);
  expect(err).toContain("or start a project with `proviso init`");
});

test("the doctor knows every optional peer of server and client", async () => {
  for (const name of ["server", "client"]) {
    const { peerDependencies: peers } = JSON.parse(
      await readFile(join(import.meta.dirname, "../../", name, "package.json"), "utf8"),
    );
    const known = needs.filter((need) => need.of === `@proviso/${name}`).flatMap(({ oneOf }) => oneOf);
    expect([...new Set(known)].toSorted()).toEqual(Object.keys(peers).toSorted());
  }
});

test.each([
  ["1.2.3", "^1.2.0", true],
  ["1.10.0", "^1.9.9", true],
  ["2.0.0", "^1.2.0", false],
  ["1.1.9", "^1.2.0", false],
  ["0.2.0", "^0.1.0", false],
  ["0.1.5", "^0.1.0", true],
  ["0.0.2", "^0.0.1", false],
  ["24.1.0", ">=22.16", true],
  ["22.9.0", ">=22.16", false],
  ["1.0.0", "workspace:*", true],
])("%s is in %s: %s", (one, range, expected) => {
  expect(isInRange(one, range)).toBe(expected);
});

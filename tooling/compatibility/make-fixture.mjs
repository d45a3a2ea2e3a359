// make-fixture.mjs NAME COMMIT  writes fixtures/NAME: what COMMIT of this repository generates for fixtures/contracts, and what its
// server sends. Run it with `./x node` on the commit before a change of generated code, of `_meta` or of what is sent.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [name, commit] = process.argv.slice(2);
if (!/^before-[a-z-]+$/.test(name ?? "") || commit === undefined) {
  console.error("usage: ./x node tooling/compatibility/make-fixture.mjs before-WHAT-CHANGED COMMIT");
  process.exit(2);
}
const here = import.meta.dirname;
const folder = mkdtempSync(join(tmpdir(), "proviso-fixture-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

const old = join(folder, "repository");
// Inside the server's package, where its sources and its SDK are found.
const project = join(old, "packages/server/.work/project");
const env = { ...process.env, NODE_OPTIONS: "--conditions=@proviso/source" };

function run(program, argv, cwd) {
  return execFileSync(program, argv, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

mkdirSync(old);
run("git", ["archive", "--output", join(folder, "old.tar"), commit], join(here, "../.."));
run("tar", ["-xf", join(folder, "old.tar"), "-C", old], folder);
const filters = ["proviso...", "@proviso/server..."].flatMap((each) => ["--filter", each]);
run("pnpm", ["install", "--frozen-lockfile", "--ignore-scripts", ...filters], old);

cpSync(join(here, "fixtures/contracts"), join(project, "contracts"), { recursive: true });
cpSync(join(here, "fixtures/handlers.ts"), join(project, "handlers.ts"));
cpSync(join(here, "record-wire.mjs"), join(project, "record-wire.mjs"));
const settings = [
  "proviso: 1",
  "product: notes",
  "contracts: [contracts/*.yaml]",
  `packages: { scope: "@${name}", license: Apache-2.0 }`,
  "outputs: { server: server, client: client, schemas: schemas }",
];
writeFileSync(join(project, "proviso.yaml"), `${settings.join("\n")}\n`);
run(process.execPath, [join(old, "packages/cli/bin/proviso.js"), "generate"], project);
const wire = run(process.execPath, ["record-wire.mjs", project], project);

const target = join(here, "fixtures", name);
rmSync(target, { recursive: true, force: true });
for (const part of ["server/src", "client/src", "schemas/src", "schemas/manifest"])
  cpSync(join(project, part), join(target, part), { recursive: true });
writeFileSync(join(target, "wire.json"), wire);
console.log(`wrote ${target}`);

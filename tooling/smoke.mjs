// smoke.mjs packs our packages and the sample product, installs the tarballs in a folder outside this repository, runs CLI, server
// and client from there, on each supported Node.js, and on one that is too old, and builds the site of a new project.
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fetchNode, root } from "./fetch-tool.mjs";

const manifest = JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8"));
const oldest = /\d+\.\d+(\.\d+)?/.exec(manifest.engines.node)[0];
const workspace = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const supported = [`${oldest}.0`.split(".").slice(0, 3).join("."), workspace.config.node];
const tooOld = "20.20.2";

const folder = mkdtempSync(join(tmpdir(), "proviso-smoke-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Runs a command, and exits if it does not end as expected. */
function run(command, argv, { cwd = folder, status = 0, says = /(?:)/ } = {}) {
  const shell = process.platform === "win32";
  const ended = spawnSync(command, argv, { cwd, shell, encoding: "utf8" });
  const output = `${ended.stdout}${ended.stderr}`;
  if (ended.status === status && says.test(output)) return;
  console.error(
    `smoke: ${[command, ...argv].join(" ")}\nended with ${ended.status}, expected ${status} and ${says}`,
  );
  console.error(output);
  process.exit(1);
}

/** Packs every matching package into its own folder, because two products may give tarballs the same name. */
function pack(filter) {
  const packed = mkdtempSync(join(folder, "packed-"));
  run("pnpm", ["--filter", filter, "-r", "pack", "--pack-destination", packed], { cwd: root });
  return readdirSync(packed).map((file) => join(packed, file));
}

/** Installs the tarballs, whatever versions of these packages are requested. */
function install(tarballs) {
  const named = Object.fromEntries(tarballs.map((file) => [nameIn(file), `file:${file}`]));
  const settings = [
    "packages: []",
    "overrides:",
    ...Object.entries(named).map((pair) => `  ${pair.map((each) => JSON.stringify(each)).join(": ")}`),
  ];
  write(
    "package.json",
    JSON.stringify({ name: "smoke", private: true, type: "module", dependencies: named }),
  );
  write("pnpm-workspace.yaml", `${settings.join("\n")}\n`);
  run("pnpm", ["install", "--prefer-offline", "--ignore-scripts", "--no-frozen-lockfile"]);
}

function nameIn(tarball) {
  const { stdout } = spawnSync("tar", ["-xzOf", tarball, "package/package.json"], { encoding: "utf8" });
  return JSON.parse(stdout).name;
}

function write(path, text) {
  writeFileSync(join(folder, path), text);
}

const programs = {
  proviso: "proviso/bin/proviso.js",
  create: "create-proviso/bin/create-proviso.js",
  audit: "@proviso/trail/bin/proviso-audit.js",
  "language-server": "@proviso/language-server/bin/proviso-language-server.js",
  approvals: "@proviso/inbox/bin/proviso-approvals.js",
  gateway: "@proviso/gateway/bin/proviso-gateway.js",
  keys: "@proviso/inbox/bin/proviso-keys.js",
  site: "@proviso/site/bin/proviso-site.js",
  server: "backoffice-server/bin/backoffice-server.js",
  client: "backoffice/bin/backoffice.js",
};
const program = (name) => join("node_modules", programs[name]);

function tryOn(version) {
  const node = join(fetchNode(version), "node");
  const data = mkdtempSync(join(folder, "data-"));
  run(node, [program("proviso"), "check"]);
  run(node, [program("proviso"), "generate"]);
  run(node, [program("proviso"), "generate", "--check"]);
  const call = ["call", "customers.get", "customerId=cus_0001", "--data", data, "--json"];
  run(node, [program("client"), ...call], { says: /"ok":\s*true/ });
  run(node, [program("audit"), "verify", join(data, "proviso.sqlite")], { says: /proviso\.sqlite/ });
  console.log(`smoke: CLI, server and client run from tarballs on Node.js ${version}`);
}

function refuseOn(version) {
  const node = join(fetchNode(version), "node");
  for (const name of Object.keys(programs))
    run(node, [program(name), "--help"], {
      status: 2,
      says: /^\S+ needs Node\.js .*https:\/\/nodejs\.org.*\n$/,
    });
  console.log(`smoke: each program says on Node.js ${version} which one it needs`);
}

/** The site of a new project, with a name and a page of its own, under a path. */
function buildSiteOn(version) {
  const node = join(fetchNode(version), "node");
  run(node, [program("create"), "project", "--yes"]);
  const project = join(folder, "project");
  mkdirSync(join(project, "pages"));
  write(
    "project/pages/help.md",
    "---\ntitle: Getting help\n---\n\nAbout [removing](/tools/notes/remove/).\n",
  );
  appendFileSync(join(project, "proviso.yaml"), "docs: { title: Our notes, pages: pages }\n");
  run(node, [join(folder, program("proviso")), "prove"], { cwd: project, says: /3 proved, 0 counter/ });
  const words = ["docs", "build", "--out", "public", "--base", "/ours/"];
  run(node, [join(folder, program("proviso")), ...words], { cwd: project, says: /built the site in public/ });
  expectIn("project/public/help/index.html", 'href="/ours/tools/notes/remove/"', "Our notes");
  expectIn("project/public/tools/notes/remove/index.html", "notes.remove", "Getting help");
  expectIn("project/public/index.html", 'href="/ours/agents/"', "Our notes</h1>");
  console.log(`smoke: the site of a new project is built on Node.js ${version}`);
}

function expectIn(path, ...words) {
  const text = readFileSync(join(folder, path), "utf8");
  const missing = words.filter((each) => !text.includes(each));
  if (missing.length === 0) return;
  console.error(`smoke: ${path} lacks ${missing.join(" and ")}`);
  process.exit(1);
}

const tarballs = ["./packages/**", "./apps/*"].flatMap(pack);
install(tarballs.filter((file) => !/-(docs|hosts)-\d/.test(file)));
for (const part of ["contracts", "proviso.yaml"])
  cpSync(join(root, part), join(folder, part), { recursive: true });
mkdirSync(join(folder, "apps/sample-server/src/handlers"), { recursive: true });
supported.forEach(tryOn);
buildSiteOn(supported[0]);
refuseOn(tooOld);

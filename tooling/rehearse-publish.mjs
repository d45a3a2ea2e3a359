// rehearse-publish.mjs does on a copy of this repository what a release does: it makes versions, publishes everything to a registry
// on loopback, installs it in new folders and runs server and client from there; builds the site of a new project, and asks each
// program to run on a Node.js that is too old. Publishing again does nothing; a breaking change of a contract is published as a
// major version.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { fetchNode, root } from "./fetch-tool.mjs";
import { forbiddenNames } from "./checks/src/forbidden-tools.ts";
import { startRegistry } from "./registry.mjs";

const folder = mkdtempSync(join(tmpdir(), "proviso-rehearsal-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const copy = join(folder, "repository");
/** Leaves out what tests make and remove while this runs. */
const filter = (path) => !/^(\.work|\.mutant-.*|\.vite-temp|reports)$/.test(basename(path));

/** Runs a command line and returns what it printed; ends the process if it ends differently than expected. */
async function run(command, { cwd = copy, says = /(?:)/, ends = 0, env = process.env } = {}) {
  const child = spawn(command, { cwd, env, shell: true, stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(child, "close");
  const output = (await Promise.all([text(child.stdout), text(child.stderr)])).join("");
  const [status] = await closed;
  if (status === ends && says.test(output)) return output;
  return stop(`in ${cwd}: ${command}\nended with ${status}, expected ${ends} and ${says}\n${output}`);
}

function stop(message) {
  console.error(`rehearsal: ${message}`);
  process.exit(1);
}

/** Copies what is released. The apps that it is tried with are published here too, and nowhere else. */
async function copyRepository() {
  const parts = [
    ".changeset",
    "LICENSE",
    "contracts",
    "package.json",
    "packages",
    "pnpm-lock.yaml",
    "pnpm-workspace.yaml",
    "proviso.lock",
    "proviso.yaml",
    "tsconfig.base.json",
  ];
  const tried = ["apps/sample-client", "apps/sample-server"];
  // Packages that only tests use are needed too: their versions are asked for.
  const forTests = globSync("tooling/*/package.json", { cwd: root });
  for (const part of [...parts, ...forTests, ...tried])
    cpSync(join(root, part), join(copy, part), { recursive: true, verbatimSymlinks: true, filter });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "junction");
  for (const app of tried) edit(`${app}/package.json`, '"private": true,', "");
  writeFileSync(join(copy, ".gitignore"), "node_modules\ndist\n");
  // The changelogs name commits, and tags are set.
  await run("git init -q -b main");
  await run("git add -A && git commit -q -m Start");
}

const identity = { GIT_AUTHOR_NAME: "rehearsal", GIT_AUTHOR_EMAIL: "rehearsal@localhost" };
const committer = { GIT_COMMITTER_NAME: "rehearsal", GIT_COMMITTER_EMAIL: "rehearsal@localhost" };
const unsigned = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "commit.gpgsign", GIT_CONFIG_VALUE_0: "false" };
Object.assign(process.env, identity, committer, unsigned);

function edit(path, before, after) {
  const content = readFileSync(join(copy, path), "utf8");
  if (!content.includes(before)) stop(`${path} has no ${before}`);
  writeFileSync(join(copy, path), content.replace(before, after));
}

/** The public packages of the copy, by name, with their version. */
function versions() {
  const folders = ["packages", "packages/generated", "apps"].flatMap((parent) =>
    readdirSync(join(copy, parent)).map((each) => join(copy, parent, each, "package.json")),
  );
  const manifests = folders.flatMap((path) => {
    try {
      return [JSON.parse(readFileSync(path, "utf8"))];
    } catch {
      return [];
    }
  });
  return new Map(manifests.filter((each) => !each.private).map(({ name, version }) => [name, version]));
}

const page = readFileSync(join(root, "apps/docs/src/content/docs/publish.mdx"), "utf8");

/** The commands of a block of the page "Publish and version", as they are called here. */
function commandsOf(title) {
  const block = page.split(`\n\`\`\`sh title="${title}"\n`)[1]?.split("\n```\n")[0];
  if (block === undefined) return stop(`the page has no block "${title}"`);
  return block.split("\n").map((command) =>
    command
      .replace(/^npx proviso /, "node packages/cli/bin/proviso.js ")
      .replace(/^npx changeset publish$/, `node "${join(root, "tooling/publish.mjs")}"`)
      .replace(/^npx changeset /, `node "${join(root, "node_modules/@changesets/cli/bin.js")}" `),
  );
}

/** Makes a release, and returns the packages of which there is a new version. */
async function release(commands = commandsOf("A release")) {
  const before = new Map([...versions().keys()].map((name) => [name, registry.versionsOf(name)]));
  let output = "";
  for (const command of commands) output += await run(command);
  const changed = [...versions()].filter(
    ([name]) => registry.versionsOf(name).length > before.get(name).length,
  );
  for (const [name, latest] of versions())
    if (!registry.versionsOf(name).includes(latest)) stop(`${name}@${latest} was not published\n${output}`);
  return changed.map(([name]) => name).toSorted();
}

/** What was published names the repository, for provenance, and where a product publishes it, no forbidden tool. */
async function lookInto(name) {
  const { manifest, tarball } = registry.latestOf(name);
  const { repository } = manifest;
  if (repository?.url !== "git+https://git.example/proviso/proviso.git" || !repository.directory)
    stop(`${name} names the repository ${JSON.stringify(repository)}`);
  if (!name.startsWith("@backoffice/")) return;
  const file = join(folder, "published.tgz");
  writeFileSync(file, tarball);
  const content = `${await run(`tar -tzf "${file}"`)}${await run(`tar -xzOf "${file}"`)}`;
  const named = forbiddenNames(copy, name).filter((each) => content.includes(each));
  if (named.length > 0) stop(`${name} names ${named.join(", ")}`);
}

/** Installs server and client in a new folder, and calls a tool. */
async function install(manager, { node, binaries }) {
  const cwd = mkdtempSync(join(folder, `${manager}-`));
  const PATH = [binaries, process.env.PATH].join(process.platform === "win32" ? ";" : ":");
  const env = { ...process.env, PATH, npm_config_registry: registry.url, pnpm_config_registry: registry.url };
  writeFileSync(join(cwd, "package.json"), '{ "name": "fresh", "private": true }\n');
  await run(`${manager} ${manager === "npm" ? "install" : "add"} backoffice backoffice-server proviso`, {
    cwd,
    env,
  });
  const exec = manager === "npm" ? "npx --no-install" : "pnpm exec";
  await run(`${exec} backoffice call customers.get customerId=cus_0001 --data data --json`, {
    cwd,
    env,
    says: /"ok":\s*true/,
  });
  await run(`${exec} backoffice-server nightly --data data`, { cwd, env });
  await run(`${exec} proviso --help`, { cwd, env, says: /generate/ });
  console.log(`rehearsal: what was published is installed with ${manager} and runs on Node.js ${node}`);
  return { cwd, env };
}

/** The site of a new project, with a name and a page of its own, under a path; and the other programs. */
async function installOthers({ cwd, env }) {
  const others =
    "create-proviso @proviso/codemode @proviso/dbos @proviso/gateway @proviso/inbox @proviso/language-server @proviso/replay @proviso/site @proviso/trail @proviso/verify";
  await run(`npm install ${others}`, { cwd, env });
  await run("npx --no-install proviso-audit verify data/proviso.sqlite", { cwd, env });
  await run("npx --no-install create-proviso project --yes", { cwd, env });
  const project = join(cwd, "project");
  mkdirSync(join(project, "pages"));
  const help = "---\ntitle: Getting help\n---\n\nAbout [removing](/tools/notes/remove/).\n";
  writeFileSync(join(project, "pages/help.md"), help);
  appendFileSync(join(project, "proviso.yaml"), "docs: { title: Our notes, pages: pages }\n");
  const proviso = `node "${join(cwd, "node_modules/proviso/bin/proviso.js")}"`;
  await run(`${proviso} prove`, { cwd: project, env, says: /3 proved, 0 counter/ });
  const words = "docs build --out public --base /ours/";
  await run(`${proviso} ${words}`, { cwd: project, env, says: /built the site in public/ });
  const expected = {
    "help/index.html": ['href="/ours/tools/notes/remove/"', "Our notes"],
    "tools/notes/remove/index.html": ["notes.remove", "Getting help"],
    "index.html": ['href="/ours/agents/"', "Our notes</h1>"],
  };
  for (const [path, texts] of Object.entries(expected)) {
    const shown = readFileSync(join(project, "public", path), "utf8");
    for (const each of texts) if (!shown.includes(each)) stop(`${path} lacks ${each}`);
  }
  console.log("rehearsal: the site of a new project is built");
}

/** Every program of ours that is installed. */
async function refuseOldNode(cwd) {
  const programs = globSync("node_modules/{,@proviso/}*/bin/{*proviso*,backoffice*}.js", { cwd });
  if (programs.length < 10) stop(`only ${programs.join(", ")} are installed`);
  for (const program of programs)
    await run(`"${join(tooOld, "node")}" ${program} --help`, {
      cwd,
      ends: 2,
      says: /^\S+ needs Node\.js .*https:\/\/nodejs\.org.*\n$/,
    });
  console.log(`rehearsal: ${programs.length} programs say on an old Node.js which one they need`);
}

/** A caller now has to say something that was optional. */
async function breakContract() {
  edit("contracts/customers.yaml", "pageSize?: pageSize", "pageSize: pageSize");
  const proviso = "node packages/cli/bin/proviso.js";
  await run(`${proviso} diff --against HEAD --fail-on breaking`, { ends: 1, says: /customers[._]list/ });
  for (const command of commandsOf("A change"))
    await run(command, { says: command.endsWith(" changeset") ? /major/ : undefined });
}

const engines = JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8")).engines.node;
const node22 = `${/\d+\.\d+/.exec(engines)[0]}.0`;
const node24 = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).config.node;
// Fetched before the registry below is anybody's: this process waits for the fetch, and could not answer it.
const nodes = [node22, node24].map((node) => ({ node, binaries: fetchNode(node) }));
const tooOld = fetchNode("20.20.2");

await copyRepository();
const upstream = (await run("npm config get registry", { cwd: folder })).trim();
const registry = await startRegistry([], upstream, [...versions().keys()]);
const settings = `registry=${registry.url}\n//${new URL(registry.url).host}/:_authToken=rehearsal\n`;
writeFileSync(join(folder, ".npmrc"), settings);
// As in the workflow that publishes.
process.env.GITHUB_SERVER_URL = "https://git.example";
process.env.GITHUB_REPOSITORY = "proviso/proviso";
process.env.npm_config_userconfig = join(folder, ".npmrc");
process.env.pnpm_config_userconfig = join(folder, ".npmrc");
process.env.npm_config_registry = registry.url;
process.env.pnpm_config_registry = registry.url;

const first = await release();
console.log(`rehearsal: published ${first.length} packages: ${first.join(", ")}`);
if (forbiddenNames(copy, "").length === 0) stop("the contracts have no forbidden tool to look for");
for (const name of first) await lookInto(name);
console.log("rehearsal: every package names its repository, and those of the product name no forbidden tool");
// `smoke-init.mjs` installs with the other two pairs of manager and Node.js.
await Promise.all([
  (async () => {
    const oldest = await install("npm", nodes[0]);
    await installOthers(oldest);
    await refuseOldNode(oldest.cwd);
  })(),
  install("pnpm", nodes[1]),
]);
const again = await release(commandsOf("A release").slice(-1));
if (again.length > 0) stop(`publishing again published ${again.join(", ")}`);
console.log("rehearsal: publishing again publishes nothing");

const old = versions();
await breakContract();
const broken = await release();
for (const name of ["@backoffice/client", "@backoffice/schemas", "@backoffice/server"]) {
  const [before, after] = [old.get(name), versions().get(name)].map((each) => Number(each.split(".")[0]));
  if (after !== before + 1) stop(`a breaking change made ${name} ${versions().get(name)}`);
}
const untouched = broken.filter((name) => /^(@proviso\/|proviso$|create-proviso$)/.test(name));
if (untouched.length > 0) stop(`nothing changed in ${untouched.join(", ")}`);
console.log(`rehearsal: a breaking change is published as a major version: ${broken.join(", ")}`);
registry.close();

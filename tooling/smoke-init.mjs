// smoke-init.mjs does what a stranger does: creates a project with npm or pnpm, in an empty folder and in existing ones, outside
// this repository and from packed packages, and runs what the project brings along. Each way runs with another Node.js and TypeScript.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import { fetchNode, root } from "./fetch-tool.mjs";
import { pieceOf } from "./piece-of.ts";
import { startRegistry } from "./registry.mjs";

const cli = JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8"));
const [oldest] = /\d+\.\d+(\.\d+)?/.exec(cli.engines.node);
const { config } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const [node22, node24] = [`${oldest}.0`, config.node];

const folder = mkdtempSync(join(tmpdir(), "proviso-smoke-init-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Runs a command line and returns what it printed; ends the process if it fails or does not say what is expected. */
async function run(command, { cwd = folder, env = process.env, says = /(?:)/ } = {}) {
  const { status, out, err } = await ended(command, cwd, env);
  if (status === 0 && says.test(stripVTControlCharacters(out + err))) return out;
  return stop(`in ${cwd}: ${command}\nended with ${status}, expected 0 and ${says}\n${out}${err}`);
}

function stop(text) {
  console.error(`smoke: ${text}`);
  process.exit(1);
}

async function ended(command, cwd, env) {
  const child = spawn(command, { cwd, env, shell: true, stdio: ["ignore", "pipe", "pipe"] });
  const written = [child.stdout, child.stderr].map((stream) => textOf(stream));
  const [[status], out, err] = await Promise.all([once(child, "close"), ...written]);
  return { status, out, err };
}

const packed = join(folder, "packed");
mkdirSync(packed);
const ours = ["proviso", "create-proviso", "@proviso/*"].map((name) => `--filter ${name}`).join(" ");
await run(`pnpm ${ours} --filter "!@proviso/docs" -r pack --pack-destination "${packed}"`, { cwd: root });
const tarballs = readdirSync(packed).map((file) => join(packed, file));
const upstream = (await run("npm config get registry", { cwd: folder })).trim();
const registry = await startRegistry(tarballs, upstream);
// What npm downloads is shared with this machine, but not what `npx` has installed: an earlier run
// installed the same versions of our packages, with other contents.
const npmCache = join(folder, "npm");
mkdirSync(npmCache);
symlinkSync(join((await run("npm config get cache")).trim(), "_cacache"), join(npmCache, "_cacache"));

/** The environment of somebody with this Node.js, whose registry has our packages. */
function environment(version) {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_|^(NODE_OPTIONS|PATH|Path)$/i.test(name));
  const path = [fetchNode(version), process.env.PATH ?? process.env.Path].join(delimiter);
  return {
    ...Object.fromEntries(own),
    CI: "true",
    PATH: path,
    npm_config_registry: registry.url,
    pnpm_config_registry: registry.url,
    npm_config_cache: npmCache,
    // Whoever has asked for it lets npm run it, whatever this machine's settings say.
    npm_config_yes: "true",
    // Metadata in a cache will do: what is asked for is pinned or new.
    npm_config_prefer_offline: "true",
  };
}

const client = /create \{ noteId: 'note_1' \}[^]*Water the plants[^]*remove declined_by_person/;

/** Does what the page "Five minutes in your own project" says, block by block, with npm. */
async function followPage(node) {
  const env = environment(node);
  const page = readFileSync(join(root, "apps/docs/src/content/docs/your-own-project.mdx"), "utf8");
  let cwd = folder;
  let promised = "";
  for (const [, language, path, text] of page.matchAll(/^```(\w+)(?: title="(.*)")?\n([^]*?)^```$/gm)) {
    if (language === "yaml") edit(cwd, path, (file) => file.replace(/^tools:\n/m, (line) => line + text));
    else if (language === "ts" && text.startsWith(" "))
      edit(cwd, path, (file) => file.replace(/^export const \w+: .*\n/m, (line) => line + text));
    else if (language === "ts") edit(cwd, path, (file) => `${file}\n${text}`);
    else if (language === "text" && text.startsWith("✔")) ticked(text, cwd);
    else if (language === "text") promised ||= text.trim();
    else if (language === "console") await fail(text, cwd, env);
    else if (language === "json") await callAsHost(JSON.parse(text), cwd, env);
    else
      for (const command of text.trim().split("\n")) {
        if (command.startsWith("cd ")) cwd = join(cwd, command.slice(3));
        else if (command.endsWith(" start")) await callOverHttp(cwd, env);
        // In the project of this page there is one already; `addToExisting` runs it.
        else if (command !== "npx proviso init") await run(command, { cwd, env, says: expected[command] });
      }
  }
  const says = new RegExp(RegExp.escape(promised));
  await run("npx proviso explain notes.remove", { cwd, env, says });
  console.log(`smoke: the five minutes of the site, with npm and Node.js ${node}`);
}

/** What some commands of the page print. */
const expected = {
  "npm create proviso my-tools": /next: `cd my-tools && npm install && npm run test`/,
  "npm run test": /pass [34]\n/,
  "npm run client": client,
  "npx proviso check --strict": /4 tools in 1 contract: no errors/,
  "npx proviso doctor": /nothing is wrong/,
};

function edit(cwd, path, change) {
  const before = readFileSync(join(cwd, path), "utf8");
  const after = change(before);
  if (after === before) throw new Error(`there is no place for the block in ${path}`);
  writeFileSync(join(cwd, path), after);
}

/** Stops unless the page ticks the tests that the project has. */
function ticked(shown, cwd) {
  const tests = readFileSync(join(cwd, "src/test/notes.ts"), "utf8").matchAll(/^test\("([^"]+)"/gm);
  const ticks = [...tests].map(([, name]) => `✔ ${name}\n`).join("");
  if (ticks !== shown) stop(`the page ticks\n${shown}and the tests are\n${ticks}`);
}

/** Runs a command that is shown with the error it ends with. */
async function fail(shown, cwd, env) {
  const [command, ...lines] = shown.replace("$ ", "").trim().split("\n");
  const { status, out, err } = await ended(command, cwd, env);
  const plain = stripVTControlCharacters(out + err).replaceAll(/\(\d+,\d+\)/g, "");
  if (status !== 0 && lines.every((line) => plain.includes(line))) return;
  stop(`${command} ended with ${status}, expected an error with\n${lines.join("\n")}\n${out}${err}`);
}

/** A project in an empty folder with pnpm. */
async function createWithPnpm({ node, typescript }) {
  const env = environment(node);
  await run("pnpm create proviso fresh --yes", {
    env,
    says: /next: `cd fresh && pnpm install && pnpm run test`/,
  });
  const cwd = join(folder, "fresh");
  edit(cwd, "package.json", (text) => text.replace(/("typescript": )"[^"]*"/, `$1"${typescript}"`));
  await run("pnpm install", { cwd, env });
  await run("pnpm run test", { cwd, env, says: /pass 3\n/ });
  await run("pnpm run client", { cwd, env, says: client });
  await run("pnpm exec proviso generate --check", { cwd, env, says: /up to date.*\nnext: `pnpm run build`/ });
  await run("pnpm exec proviso doctor", {
    cwd,
    env,
    says: /nothing is wrong\nnext: `pnpm exec proviso check`/,
  });
  console.log(`smoke: a new project with pnpm, Node.js ${node} and TypeScript ${typescript}`);
}

/** A project with another example than that of the page. It passes its tests as it is. */
async function createExample({ example, manager, node, passes }) {
  const env = environment(node);
  const options = `${manager === "npm" ? "-- " : ""}--yes --example ${example}`;
  await run(`${manager} create proviso try-${example} ${options}`, { env });
  const cwd = join(folder, `try-${example}`);
  await run(`${manager} install`, { cwd, env });
  await run(`${manager} run test`, { cwd, env, says: new RegExp(`pass ${passes}\n`) });
  if (example === "shop") await approveRefund(cwd, env);
  console.log(`smoke: the example ${example} with ${manager} and Node.js ${node}`);
}

/** Does what the README of the shop says: a refund waits, somebody approves it, and the same call runs. */
async function approveRefund(cwd, env) {
  await run("npm run client", { cwd, env, says: /customer: 'Mia Berg'[^]*has not run yet/ });
  const waiting = await run("npx proviso approvals list .data", { cwd, env });
  const [id] = /^[0-9a-f]{12}/m.exec(waiting);
  await run(`npx proviso approvals approve .data ${id} --as olga`, { cwd, env });
  await run("npm run client", { cwd, env, says: /refund \{ left: 4400 \}/ });
}

/** Packages of their own instead of folders: packing one that was never built builds it, and the one that it imports. */
async function packGenerated({ project, manager, node }) {
  const env = environment(node);
  const cwd = join(folder, project);
  const lines = [
    "proviso: 1",
    "product: smoke",
    "contracts: [contracts/*.yaml]",
    'packages: { scope: "@smoke", access: public }',
    "outputs: { server: packages/server, client: packages/client, schemas: packages/schemas }",
  ];
  writeFileSync(join(cwd, "packages.yaml"), `${lines.join("\n")}\n`);
  const [exec, install] =
    manager === "npm" ? ["npx", "npm install"] : ["pnpm exec", "pnpm install --no-frozen-lockfile"];
  if (manager === "pnpm") appendFileSync(join(cwd, "pnpm-workspace.yaml"), "\npackages: [packages/*]\n");
  else
    edit(cwd, "package.json", (text) =>
      JSON.stringify({ ...JSON.parse(text), workspaces: ["packages/*"] }, null, 2),
    );
  await run(`${exec} proviso generate --config packages.yaml`, { cwd, env });
  await run(install, { cwd, env });
  for (const name of ["server", "client"])
    await run(`${manager} pack --json`, {
      cwd: join(cwd, "packages", name),
      env,
      says: /dist\/index\.d\.ts"/,
    });
  console.log(`smoke: generated packages are packed with ${manager}, built`);
}

/** A package of somebody who has never heard of us: `init` tells what to add to it, and that is what is run. */
async function addToExisting({ manager, node, typescript, files }) {
  const env = environment(node);
  const cwd = join(folder, `existing-${manager}`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(cwd, path, ".."), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  await run(`${manager} install`, { cwd, env });
  const exec = manager === "npm" ? "npx --yes" : "pnpm dlx";
  const { add, next } = JSON.parse(await run(`${exec} proviso init --json`, { cwd, env }));
  for (const command of add)
    await run(command.replace(/typescript@[^" ]+/, `typescript@${typescript}`), { cwd, env });
  for (const command of next) await run(command, { cwd, env, says: /pass 3/ });
  await run(`${manager} run mcp:client`, { cwd, env, says: client });
  for (const [path, text] of Object.entries(files))
    if (path !== "package.json" && readFileSync(join(cwd, path), "utf8") !== text)
      stop(`${path} was changed`);
  await run(`${manager} run build`, { cwd, env, says: /built as before/ });
  console.log(`smoke: an existing project with ${manager}, Node.js ${node} and TypeScript ${typescript}`);
}

/** Starts the server as a host with these settings does. */
async function callAsHost({ mcpServers }, cwd, env) {
  const [{ command, args }] = Object.values(mcpServers);
  const given = { command, args: args.map((each) => each.replace("/path/to/my-tools", cwd)) };
  const transport = `new (await import("@modelcontextprotocol/client/stdio")).StdioClientTransport(${JSON.stringify(given)})`;
  await callWith(transport, cwd, env);
}

/** Starts the server as `npm run start` does, and calls it as somebody with the token. */
async function callOverHttp(cwd, env) {
  const settings = { cwd, env: { ...env, TOKEN: "secret", PORT: "0" } };
  const child = spawn("node", ["dist/main.js", "--http"], settings);
  const url = await new Promise((resolve, reject) => {
    child.stdout.on("data", (data) => resolve(/http:\S+/.exec(String(data))?.[0]));
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const headers = { authorization: "Bearer secret" };
  const sent = JSON.stringify({ requestInit: { headers } });
  await callWith(`new StreamableHTTPClientTransport(new URL(${JSON.stringify(url)}), ${sent})`, cwd, env);
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  const [code] = await exit;
  if (code !== 0) stop(`the server ended with ${code} after SIGTERM`);
}

/** Lists and calls tools with the official client. */
async function callWith(transport, cwd, env) {
  const script = `
    import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
    const client = new Client({ name: "smoke", version: "1" });
    await client.connect(${transport});
    const { tools } = await client.listTools();
    const { structuredContent } = await client.callTool({ name: "notes_search", arguments: { word: "plants" } });
    console.log(tools.map(({ name }) => name).join(), JSON.stringify(structuredContent));
    await client.close();`;
  writeFileSync(join(cwd, "call.mjs"), script);
  await run("node call.mjs", {
    cwd,
    env,
    says: /notes_create,notes_list,notes_remove,notes_search .*Water the plants/,
  });
}

const built = "console.log('built as before')";
/** The managers that each is done with: in CI one of both. */
const [packs, tries, adds] = ["npm pnpm", "pnpm npm", "npm pnpm"].map((both) => pieceOf(both.split(" "), 1));

async function withNpm() {
  await followPage(node24);
  if (packs.includes("npm")) await packGenerated({ project: "my-tools", manager: "npm", node: node24 });
  if (tries.includes("npm"))
    await createExample({ example: "shop", manager: "npm", node: node22, passes: 3 });
  if (!adds.includes("npm")) return;
  await addToExisting({
    manager: "npm",
    node: node22,
    typescript: "7.0.2",
    files: {
      "package.json": JSON.stringify({
        name: "shop",
        main: "index.js",
        scripts: { build: `node -e "${built}"` },
      }),
      "index.js": "module.exports = {};\n",
    },
  });
}

async function withPnpm() {
  await createWithPnpm({ node: node22, typescript: "5.9.3" });
  if (packs.includes("pnpm")) await packGenerated({ project: "fresh", manager: "pnpm", node: node22 });
  if (tries.includes("pnpm"))
    await createExample({ example: "empty", manager: "pnpm", node: node24, passes: 1 });
  if (!adds.includes("pnpm")) return;
  await addToExisting({
    manager: "pnpm",
    node: node24,
    typescript: "5.9.3",
    files: {
      "package.json": JSON.stringify({
        name: "shop",
        type: "module",
        scripts: { build: `node -e "${built}"` },
      }),
      "src/index.ts": "export const shop = 1;\n",
      "tsconfig.json": '{ "include": ["src"] }\n',
    },
  });
}

// Together, because each waits for the registry most of the time.
await Promise.all([withNpm(), withPnpm()]);
registry.close();

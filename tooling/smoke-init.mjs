// smoke-init.mjs does what a stranger does: creates a project with npm or pnpm, in an empty folder and in existing ones, outside
// this repository and from packed packages, and runs what the project brings along. Each way runs with another Node.js and TypeScript.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fetchNode, root } from "./fetch-tool.mjs";
import { startRegistry } from "./registry.mjs";

const cli = JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8"));
const [oldest] = /\d+\.\d+(\.\d+)?/.exec(cli.engines.node);
const { config } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const [node22, node24] = [`${oldest}.0`, config.node];

const folder = mkdtempSync(join(tmpdir(), "proviso-smoke-init-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Runs a command line and returns what it printed; ends the process if it fails or does not say what is expected. */
async function run(command, { cwd = folder, env = process.env, says = /(?:)/ } = {}) {
  const child = spawn(command, { cwd, env, shell: true, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close");
  const [out, err] = await Promise.all([child.stdout, child.stderr].map(textOf));
  const [status] = await ended;
  if (status === 0 && says.test(out + err)) return out;
  console.error(`smoke: in ${cwd}: ${command}\nended with ${status}, expected 0 and ${says}\n${out}${err}`);
  process.exit(1);
}

async function textOf(stream) {
  return Buffer.concat(await stream.toArray()).toString("utf8");
}

const packed = join(folder, "packed");
mkdirSync(packed);
const ours = ["proviso", "create-proviso", "@proviso/*"].map((name) => `--filter ${name}`).join(" ");
await run(`pnpm ${ours} --filter "!@proviso/docs" -r pack --pack-destination "${packed}"`, { cwd: root });
const tarballs = readdirSync(packed).map((file) => join(packed, file));
const upstream = (await run("npm config get registry", { cwd: folder })).trim();
const registry = await startRegistry(tarballs, upstream);

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
  };
}

const client = /create \{ noteId: 'note_1' \}[^]*Water the plants[^]*remove declined_by_person/;

/** A project in an empty folder. */
async function createAnew({ create, manager, node, typescript }) {
  const env = environment(node);
  await run(`${create} fresh-${manager}${manager === "npm" ? " --" : ""} --yes`, {
    env,
    says: /next: `cd fresh-/,
  });
  const cwd = join(folder, `fresh-${manager}`);
  useTypeScript(cwd, typescript);
  await run(`${manager} install`, { cwd, env });
  await run(`${manager} run test`, { cwd, env, says: /pass 3/ });
  await run(`${manager} run client`, { cwd, env, says: client });
  await callOverHttp(cwd, env);
  const exec = manager === "npm" ? "npx" : "pnpm exec";
  await run(`${exec} proviso generate --check`, { cwd, env, says: /up to date/ });
  await run(`${exec} proviso check --strict --advice`, {
    cwd,
    env,
    says: /3 tools in 1 contract: no errors/,
  });
  await run(`${exec} proviso doctor`, { cwd, env, says: /nothing is wrong/ });
  console.log(`smoke: a new project with ${manager}, Node.js ${node} and TypeScript ${typescript}`);
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
      throw new Error(`${path} was changed`);
  await run(`${manager} run build`, { cwd, env, says: /built as before/ });
  console.log(`smoke: an existing project with ${manager}, Node.js ${node} and TypeScript ${typescript}`);
}

function useTypeScript(cwd, version) {
  const file = join(cwd, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  manifest.devDependencies.typescript = version;
  writeFileSync(file, JSON.stringify(manifest, null, 2));
}

/** Starts the server as `npm start` does, and lists its tools as somebody with the token. */
async function callOverHttp(cwd, env) {
  const child = spawn(process.execPath, ["dist/main.js", "--http"], {
    cwd,
    env: { ...env, TOKEN: "secret", PORT: "0" },
  });
  const url = await new Promise((resolve, reject) => {
    child.stdout.on("data", (data) => resolve(/http:\S+/.exec(String(data))?.[0]));
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const script = `
    import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
    const client = new Client({ name: "smoke", version: "1" });
    const requestInit = { headers: { authorization: "Bearer secret" } };
    await client.connect(new StreamableHTTPClientTransport(new URL(${JSON.stringify(url)}), { requestInit }));
    console.log((await client.listTools()).tools.map(({ name }) => name).join());
    console.log((await client.callTool({ name: "notes_list", arguments: {} })).isError ?? false);
    await client.close();`;
  writeFileSync(join(cwd, "call.mjs"), script);
  await run("node call.mjs", { cwd, env, says: /notes_create,notes_list,notes_remove\nfalse/ });
  child.removeAllListeners("exit");
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`the server ended with ${code} after SIGTERM`);
}

const built = "console.log('built as before')";
await createAnew({ create: "npm create --yes proviso", manager: "npm", node: node24, typescript: "7.0.2" });
await createAnew({ create: "pnpm create proviso", manager: "pnpm", node: node22, typescript: "5.9.3" });
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
registry.close();

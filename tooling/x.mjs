#!/usr/bin/env node
// x.mjs CMD...  runs CMD with this repository's own toolchain: the pnpm that package.json pins and, where the Node.js
// that started us is older than engines.node asks, a newer one from the npm registry. Both are kept in .toolchain/.
// `proviso` and the sample's programs run in the folder that they are called in, everything else in the repository's root.
// Missing or stale dependencies are installed first. It needs Node.js 18 and npm, and nothing else.
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { examine } from "./doctor.mjs";
import { fetchNode, fetchTool, root, run } from "./fetch-tool.mjs";

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

function isOlder(version, minimum) {
  const [have, want] = [version, minimum].map((text) => text.split(".").map(Number));
  for (const [i, number] of want.entries()) if ((have[i] ?? 0) !== number) return (have[i] ?? 0) < number;
  return false;
}

/** The folders of a Node.js that is recent enough, if ours is not, and of the pinned pnpm. */
function toolchainPath() {
  const path = [];
  const minimum = /\d+(\.\d+)*/.exec(manifest.engines.node)[0];
  if (isOlder(process.versions.node, minimum)) {
    const node = fetchNode(manifest.config.node);
    if (!node) {
      console.error(`x: install Node.js ${manifest.engines.node}; this is ${process.version}`);
      process.exit(1);
    }
    path.push(node);
  }
  path.push(fetchTool(...manifest.packageManager.split("@")));
  return path;
}

let command = process.argv.slice(2);
/** Commands that are programs of `tooling/`. */
const programs = {
  bench: ["bench/bench.mjs"],
  clients: ["clients/clients.mjs"],
  pictures: ["pictures/src/main.ts"],
  "prove-pages": ["checked-pages/src/main.ts", "--conditions=@proviso/source"],
};
if (Object.hasOwn(programs, command[0] ?? "")) {
  const [file, ...options] = programs[command[0]];
  command = ["node", ...options, join(root, "tooling", file), ...command.slice(1)];
}
if (command[0] === "doctor") process.exit(examine(manifest));
if (command.length === 0 || command[0] === "--help") {
  console.log(
    "x CMD ARGS...  runs CMD with this repository's own Node.js and pnpm, e.g. ./x proviso check; ./x bench lists the benches, ./x clients tries the MCP clients of others, ./x pictures makes the pictures of README and site, ./x prove-pages checks what pages say against calls, ./x doctor says what this machine lacks",
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
const isOurs = /^(proviso|backoffice)\b/.test(command[0]);
const toolchain = toolchainPath();
const path = (env.PATH ?? env.Path).split(delimiter);
// A script of the pnpm that `x` started. Any other pnpm may run on an older Node.js, or be another version.
const insidePnpm =
  (env.npm_config_user_agent ?? "").startsWith("pnpm/") && toolchain.every((folder) => path.includes(folder));
const rootCommands = join(root, "node_modules", ".bin");
env.PATH = [...toolchain, ownCommands, rootCommands, ...path].join(delimiter);
if (!insidePnpm) {
  for (const name of Object.keys(env)) if (/^npm_/i.test(name)) delete env[name]; // another program's settings are not pnpm's
  if (command[0] !== "pnpm") {
    const code = run(
      "pnpm",
      ["install", "--frozen-lockfile", "--reporter=append-only", "--loglevel=warn"],
      env,
    );
    if (code !== 0) process.exit(code);
    if (!isOurs) command = ["pnpm", "exec", ...command];
  }
}
// `proviso gateway` is looked for where the caller's project has installed it; here it is in this repository.
const program = command.slice(0, 2).join("-");
if (isOurs && existsSync(join(rootCommands, program))) command.splice(0, 2, program);
process.exit(run(command[0], command.slice(1), env, isOurs ? { cwd: process.cwd() } : {}));

// ./x doctor: what the work on this repository needs of this machine, what is there, and what to do about the rest. The first
// half runs on Node.js 18 before anything is installed; the second, `doctor-tests.ts`, with the installed packages.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./fetch-tool.mjs";

/** The output of a command, or nothing if it cannot be run. */
function ask(command, ...argv) {
  const shell = process.platform === "win32";
  const { status, stdout } = spawnSync(command, argv, {
    cwd: root,
    shell,
    encoding: "utf8",
    timeout: 60_000,
  });
  return status === 0 ? stdout.trim() : undefined;
}

/** Prints one line per finding, and returns whether everything needed is there. */
export function report(findings) {
  for (const { name, found, advice } of findings)
    console.log(found ? `  ok       ${name}: ${found}` : `  missing  ${name}: ${advice}`);
  return findings.every(({ found }) => found);
}

/** The exit code: 0 if everything is there that `.ci/run` needs. */
export function examine(manifest) {
  const [tool, version] = manifest.packageManager.split("@");
  const isWhole = report([
    {
      name: "Node.js",
      found: `${process.version}; the repository asks for ${manifest.engines.node}, and fetches ${manifest.config.node} where that is not met`,
    },
    { name: "npm", found: ask("npm", "--version"), advice: "install npm, which comes with Node.js" },
    { name: "git", found: ask("git", "--version"), advice: "install git" },
    {
      name: "the npm registry",
      found: ask("npm", "view", `${tool}@${version}`, "name") && ask("npm", "config", "get", "registry"),
      advice: "it does not answer; `npm config get registry` says which one is asked",
    },
  ]);
  if (!isWhole) return 1;
  const script = [join(root, "tooling/x.mjs"), "node", join(root, "tooling/doctor-tests.ts")];
  return spawnSync(process.execPath, script, { cwd: root, stdio: "inherit" }).status ?? 1;
}

// clients.mjs ARGS...  installs the MCP clients of others, from their own lockfile, and tries each against the sample server.
// Where the npm registry cannot be reached they are skipped, except in CI. ARGS are Vitest's: `-u` rewrites the page.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
/** pnpm's words, which it may wrap, for a registry that does not answer; a lockfile that is out of date is another matter. */
const unreachable = /error\s+sending\s+request|ENOTFOUND|ECONN|ETIMEDOUT|EAI_AGAIN/;

function run(argv, cwd, stdio) {
  return spawnSync("pnpm", argv, { cwd, stdio, encoding: "utf8", shell: process.platform === "win32" });
}

function install() {
  const argv = ["install", "--ignore-workspace", "--frozen-lockfile", "--ignore-scripts", "--prefer-offline"];
  const { status, stdout, stderr } = run([...argv, "--reporter=append-only"], `${folder}/drivers`, "pipe");
  if (status === 0) return;
  const output = `${stdout}${stderr}`;
  console.error(output);
  const isSkipped = unreachable.test(output) && !process.env.CI;
  console.error(
    isSkipped
      ? "clients: skipped, because the npm registry cannot be reached; run `./x clients` where it can, which installs tooling/clients/drivers"
      : "clients: could not install tooling/clients/drivers",
  );
  process.exit(isSkipped ? 0 : 1);
}

install();
process.exit(run(["run", "clients", ...process.argv.slice(2)], folder, "inherit").status ?? 1);

import { readFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The file of a package's command, found without `exports`. */
export function programOf(name, command = name) {
  const folder = new URL(`node_modules/${name}/`, import.meta.url);
  const { bin } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
  return fileURLToPath(new URL(typeof bin === "string" ? bin : bin[command], folder));
}

/** The output of a program. Its exit code is ignored, because clients differ in what they make of a refused call. */
export function outputOf(program, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const out = [];
    const err = [];
    child.stdout.on("data", (chunk) => out.push(chunk));
    child.stderr.on("data", (chunk) => err.push(chunk));
    child.once("error", reject);
    child.once("close", () => {
      const [stdout, stderr] = [out, err].map((chunks) => Buffer.concat(chunks).toString("utf8"));
      resolve({ stdout, text: `${stdout}${stderr}` });
    });
  });
}

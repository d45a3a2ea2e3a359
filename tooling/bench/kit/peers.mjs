// The generators that ours is compared with. They are installed when a bench first needs them, so
// that no install of this repository waits for them.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";

export const versions = {
  "@bufbuild/buf": "1.75.0",
  "@hey-api/openapi-ts": "0.99.0",
  "@typespec/compiler": "1.17.0",
  typescript: "5.9.3",
  zod: "4.6.7",
}; // hey-api supports TypeScript up to 6
const folder = join(import.meta.dirname, "../../../.work/bench/peers");

/** The folder with their `node_modules`. */
export async function installPeers() {
  const packages = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  const stamp = join(folder, `${packages.join(" ").replaceAll("/", "-")}.installed`);
  if (existsSync(stamp)) return folder;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true }\n');
  execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...packages], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  await writeFile(stamp, "");
  return folder;
}

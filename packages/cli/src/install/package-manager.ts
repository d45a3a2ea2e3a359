import { existsSync } from "node:fs";
import { join } from "node:path";
import { foldersUpFrom, readPackageJson, textField } from "../disk/package-json.ts";

/** How people install packages and run programs in a project. */
export interface PackageManager {
  readonly name: "npm" | "pnpm" | "yarn" | "bun";
  readonly install: string;
  /** With a space at the end; the names of packages follow. */
  readonly add: string;
  readonly addDev: string;
  /** With a space at the end; the name of a script follows. */
  readonly run: string;
  /** With a space at the end; the program of an installed package follows. */
  readonly exec: string;
}

function manager(name: PackageManager["name"], add: string, dev: string, exec: string): PackageManager {
  const addDev = `${name} ${add} ${dev} `;
  return { name, install: `${name} install`, add: `${name} ${add} `, addDev, run: `${name} run `, exec };
}

const npm = manager("npm", "install", "--save-dev", "npx ");
const pnpm = manager("pnpm", "add", "--save-dev", "pnpm exec ");
const yarn = manager("yarn", "add", "--dev", "yarn run ");
const bun = manager("bun", "add", "--dev", "bunx ");

const lockfiles: readonly (readonly [string, PackageManager])[] = [
  ["pnpm-lock.yaml", pnpm],
  ["pnpm-workspace.yaml", pnpm],
  ["package-lock.json", npm],
  ["npm-shrinkwrap.json", npm],
  ["yarn.lock", yarn],
  ["bun.lock", bun],
  ["bun.lockb", bun],
];

/**
 * The package manager of a folder: by `packageManager` in a package.json or by a lockfile, there or
 * above up to the repository's top; else the one that started this program; else npm.
 */
export function packageManagerOf(folder: string, userAgent: string | undefined): PackageManager {
  for (const each of foldersUpFrom(folder)) {
    const found =
      named(textField(readPackageJson(each), "packageManager")) ??
      lockfiles.find(([file]) => existsSync(join(each, file)))?.[1];
    if (found) return found;
    if (existsSync(join(each, ".git"))) break;
  }
  return named(userAgent) ?? npm;
}

/** Reads `pnpm@12.0.0` and `pnpm/12.0.0 npm/? node/v24`. */
function named(text: string | undefined): PackageManager | undefined {
  const name = /^[a-z]+/.exec(text ?? "")?.[0];
  return [npm, pnpm, yarn, bun].find((each) => each.name === name);
}

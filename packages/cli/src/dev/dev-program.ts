import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "../config/config.ts";
import { findPackage } from "../doctor/installed-packages.ts";
import { packageAround, readPackageJson } from "../disk/package-json.ts";
import { UsageError } from "@proviso/terminal";
import { devBuild } from "./run-build.ts";

/** What `proviso dev` builds and starts. */
export interface DevProgram {
  /** Where it is started. */
  readonly folder: string;
  /** The package that the program belongs to, which is built. */
  readonly owner: string;
  /** The Node program and its words. */
  readonly words: readonly string[];
  /** Such as `tsc`; undefined if the program runs from its sources. */
  readonly build: string | undefined;
}

/** Where a project's program is. */
export interface ProgramPlace {
  readonly root: string;
  /** The folder of the serving package, as `dev` in `proviso.yaml` names it, or the project's. */
  readonly named?: string | undefined;
}

/** The program of `--run`, or the one that the package's `start` script starts with `node`. */
export function devProgram(
  { root, named }: ProgramPlace,
  given: readonly string[] | undefined,
  userAgent: string | undefined,
): DevProgram {
  const start = named === undefined ? root : resolve(root, named);
  const folder = packageAround(start) ?? root;
  const words = given ?? wordsOfStart(folder);
  const [file] = words;
  if (file === undefined || file.startsWith("-"))
    throw new UsageError(
      `which program serves? ${join(folder, "package.json")} has no script \`start\` of the form \`node FILE WORDS\`. Write one; or name the package that has one in proviso.yaml, such as \`dev: { package: apps/server }\`; or write \`proviso dev --run dist/main.js --http\``,
    );
  const isSource = /\.[cm]?ts$/.test(file);
  const owner = packageAround(dirname(resolve(folder, file))) ?? folder;
  return { folder, owner, words, build: isSource ? undefined : devBuild(owner, userAgent) };
}

function wordsOfStart(folder: string): readonly string[] {
  const { scripts = {} } = readPackageJson(folder);
  // `proviso init` gives the scripts of an existing package a prefix.
  const name = Object.keys(scripts).find((each) => each === "start" || each.endsWith(":start"));
  const script = name === undefined ? "" : (scripts[name] ?? "");
  return /^node [\w./ =-]+$/.test(script) ? script.split(" ").slice(1) : [];
}

/** The folders with the code that the program is made of, from the root of the project. */
export function sourceFolders(root: string, program: DevProgram, config: Config): readonly string[] {
  const own = relative(root, join(program.owner, "src")).split(sep).join("/");
  const found = [own, ...(config.handlers ? [dirname(config.handlers.value)] : [])];
  return [...new Set(found)].filter((each) => !each.startsWith("..") && existsSync(join(root, each)));
}

/** The part of the server that Node loads before the program, as a URL. */
export function inspectorUrl({ folder, words }: DevProgram): string {
  const place = dirname(resolve(folder, words[0] ?? ""));
  const server = findPackage(place, "@proviso/server");
  if (server && Object.hasOwn(server.manifest.exports ?? {}, "./inspector"))
    return pathToFileURL(join(server.folder, "dist/inspector.js")).href;
  throw new UsageError(
    `code in ${place} finds no @proviso/server with an inspector: install one of the same version as proviso`,
  );
}

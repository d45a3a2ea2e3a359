import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { foldersUpFrom, packageManagerOf } from "./package-manager.ts";

interface PackageJson {
  readonly scripts?: Readonly<Record<string, unknown>>;
}

/** How the package that a folder belongs to is built, such as `npm run build`; undefined if it has no such script. */
export function buildCommand(folder: string, userAgent: string | undefined): string | undefined {
  const owner = foldersUpFrom(folder).find((each) => existsSync(join(each, "package.json")));
  if (owner === undefined) return undefined;
  const names = Object.keys(scriptsIn(join(owner, "package.json")));
  // `proviso init` gives the scripts of an existing package a prefix.
  const name = names.find((each) => each === "build") ?? names.find((each) => each.endsWith(":build"));
  return name === undefined ? undefined : `${packageManagerOf(folder, userAgent).run}${name}`;
}

function scriptsIn(file: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(readFileSync(file, "utf8")) as PackageJson).scripts ?? {};
  } catch {
    return {};
  }
}

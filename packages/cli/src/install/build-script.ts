import { packageAround, readPackageJson } from "../disk/package-json.ts";
import { packageManagerOf } from "./package-manager.ts";

/** The script by which a package is built. */
export interface BuildScript {
  readonly name: string;
  readonly text: string;
  /** Whether the package manager runs other scripts with it. */
  readonly hasOthers: boolean;
}

/** Undefined if the package that the folder belongs to has none. */
export function buildScript(folder: string): BuildScript | undefined {
  const owner = packageAround(folder);
  if (owner === undefined) return undefined;
  const { scripts = {} } = readPackageJson(owner);
  const names = Object.keys(scripts);
  // `proviso init` gives the scripts of an existing package a prefix.
  const name = names.find((each) => each === "build") ?? names.find((each) => each.endsWith(":build"));
  if (name === undefined) return undefined;
  const hasOthers = names.some((each) => each === `pre${name}` || each === `post${name}`);
  return { name, text: String(scripts[name]), hasOthers };
}

/** How a folder's package is built, such as `npm run build`; undefined without such a script. */
export function buildCommand(folder: string, userAgent: string | undefined): string | undefined {
  const script = buildScript(folder);
  return script && `${packageManagerOf(folder, userAgent).run}${script.name}`;
}

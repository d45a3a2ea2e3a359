import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { configName } from "../disk/find-project.ts";
import { obstacle } from "../disk/obstacle.ts";
import { readPackageJson, textField } from "../disk/package-json.ts";
import { fileTextAt } from "../disk/read-text.ts";
import { applyChanges } from "../disk/transaction.ts";
import type { PackageManager } from "../install/package-manager.ts";
import { UsageError } from "@proviso/terminal";
import { devDependencies } from "./dependencies.ts";
import type { Example } from "./examples.ts";
import { packageScripts, packagesOf, starterFiles } from "./starter-files.ts";
import type { StarterFile, StarterOptions } from "./starter-files.ts";

/** What `init` would do in a folder. */
export interface InitPlan {
  readonly root: string;
  readonly files: readonly StarterFile[];
  /** Files that are there already and are left alone. */
  readonly kept: readonly string[];
  /** Commands that add to the existing package.json what the new files need. */
  readonly add: readonly string[];
  /** What else to change by hand, as sentences. */
  readonly notes: readonly string[];
  /** Commands that install, build and test the project. */
  readonly next: readonly string[];
  /** The command to develop with. */
  readonly dev: string;
}

/** What a product may be called. */
export const productPattern: RegExp = /^[a-z][a-z0-9-]*$/;

/** The folder of the new project. Throws if there is one already. */
export function placeOfInit(cwd: string, folder: string | undefined): string {
  const root = resolve(cwd, folder ?? ".");
  if (existsSync(root) && !statSync(root).isDirectory())
    throw new UsageError(`${root} is a file; name a folder`);
  if (existsSync(join(root, configName)))
    throw new UsageError(
      `there is a ${configName} in ${root} already; \`proviso doctor\` says whether all is well with it`,
    );
  return root;
}

/** A name for the product, from the package or the folder. */
export function productIn(root: string): string {
  const name = textField(readPackageJson(root), "name") ?? basename(root);
  const words = name
    .toLowerCase()
    .replace(/^@[^/]*\//, "")
    .replaceAll(/[^a-z0-9]+/g, "-");
  return /[a-z][a-z0-9-]*?(?=-*$)/.exec(words)?.[0] ?? "tools";
}

export function planInit(
  root: string,
  { product, example }: { readonly product: string; readonly example: Example },
  packageManager: PackageManager,
): InitPlan {
  const own = fileTextAt(join(root, "package.json"));
  const isNew = !["package.json", "tsconfig.json", "src"].some((name) => existsSync(join(root, name)));
  const code = isNew ? "src" : freeFolder(root);
  const isModule = textField(readPackageJson(root), "type") === "module";
  const isYarn = packageManager.name === "yarn";
  const options: StarterOptions = { product, example, code, isNew, isModule, isYarn };
  const all = starterFiles(options);
  refuseObstacles(root, all);
  // A link that leads nowhere is there too.
  const isThere = ({ path }: StarterFile): boolean =>
    lstatSync(join(root, path), { throwIfNoEntry: false }) !== undefined;
  const kept = all.filter(isThere);
  const files = all.filter((file) => !isThere(file));
  const test = `${packageManager.run}${isNew ? "" : `${code}:`}test`;
  return {
    root,
    files,
    kept: [...kept.map(({ path }) => path), ...(own === undefined ? [] : ["package.json"])],
    add: own === undefined ? [] : additions(own, options, { root, packageManager }),
    notes:
      isNew || !compilesAll(root)
        ? []
        : [`tsconfig.json compiles every folder: add "${code}" to its \`exclude\``],
    next: [...(own === undefined ? [packageManager.install] : []), test],
    dev: `${packageManager.exec}proviso dev`,
  };
}

/** Writes all files or none. */
export async function carryOut({ root, files }: InitPlan): Promise<void> {
  mkdirSync(root, { recursive: true });
  await applyChanges(realpathSync.native(root), files);
}

/** A folder that is a link may lead anywhere. */
function refuseObstacles(root: string, files: readonly StarterFile[]): void {
  for (const folder of new Set(files.map(({ path }) => dirname(path)))) {
    const problem = folder === "." ? undefined : obstacle(root, folder);
    if (problem !== undefined) throw new UsageError(`\`${folder}\` ${problem}`);
  }
}

/** The first of these folders that holds nothing, for a new project. */
function freeFolder(root: string): string {
  const free = ["mcp", "proviso", "tools"].find((name) => {
    const found = statSync(join(root, name), { throwIfNoEntry: false });
    return !found || (found.isDirectory() && readdirSync(join(root, name)).length === 0);
  });
  if (free !== undefined) return free;
  throw new UsageError(
    `${root} has folders mcp, proviso and tools already; name an empty folder: \`proviso init FOLDER\``,
  );
}

/** Whether the project's own tsconfig.json would compile the new folder, with options that are not made for it. */
function compilesAll(root: string): boolean {
  const text = fileTextAt(join(root, "tsconfig.json"));
  return text !== undefined && !/"(include|files|extends)"\s*:/.test(text);
}

function additions(
  own: string,
  options: StarterOptions,
  { root, packageManager }: { readonly root: string; readonly packageManager: PackageManager },
): readonly string[] {
  const scripts = Object.entries(packageScripts(options)).map(
    ([name, script]) => `"scripts.${name}=${script}"`,
  );
  // pnpm asks for it where the package is the root of a workspace.
  const workspace =
    packageManager.name === "pnpm" && existsSync(join(root, "pnpm-workspace.yaml")) ? "-w " : "";
  const missing = (wanted: Readonly<Record<string, string>>): string =>
    Object.entries(wanted)
      .filter(([name]) => !own.includes(`"${name}":`))
      .map(([name, range]) => `"${name}@${range}"`)
      .join(" ");
  const [run, dev] = [missing(packagesOf(options.example)), missing(devDependencies)];
  return [
    `npm pkg set ${scripts.join(" ")}`,
    ...(run === "" ? [] : [`${packageManager.add}${workspace}${run}`]),
    ...(dev === "" ? [] : [`${packageManager.addDev}${workspace}${dev}`]),
  ];
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { camelCase, upperFirst } from "@proviso/manifest";
import { dependencies, devDependencies, inbox } from "./dependencies.ts";
import type { Example } from "./examples.ts";

export interface StarterOptions {
  readonly product: string;
  readonly example: Example;
  /** The folder of the code: `src` in a new project; in an existing one a folder that it does not have. */
  readonly code: string;
  /** Whether the project gets a package.json and a tsconfig.json of its own. */
  readonly isNew: boolean;
  /** Whether the package of the project has `type: module`. */
  readonly isModule: boolean;
  /** Whether Yarn installs the packages. */
  readonly isYarn: boolean;
}

export interface StarterFile {
  /** Relative to the project, with `/` between its parts. */
  readonly path: string;
  readonly text: string;
}

const folder = fileURLToPath(new URL("../../starter", import.meta.url));

/** TypeScript 7 finds packages in `node_modules` only. */
const yarnSettings: StarterFile = { path: ".yarnrc.yml", text: "nodeLinker: node-modules\n" };

/** The files of a new project. Those in `starter/` are of a project named `starter`, with its code in `src`. */
export function starterFiles(options: StarterOptions): readonly StarterFile[] {
  const { example, code, isNew, isModule, isYarn } = options;
  return [
    ...["base", example].flatMap((part) =>
      filesBelow(part, "").map((path) => ({ path: placeOf(path, options), text: fill(part, path, options) })),
    ),
    ...(isNew ? [{ path: "package.json", text: newPackageJson(options) }] : []),
    ...(isNew && isYarn ? [yarnSettings] : []),
    ...(isNew || isModule ? [] : [{ path: `${code}/package.json`, text: json({ type: "module" }) }]),
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Folder by folder: inside the archives of Yarn, Node.js lists other paths if it is to list all at once. */
function filesBelow(part: string, path: string): readonly string[] {
  return readdirSync(join(folder, part, path), { withFileTypes: true }).flatMap((entry) => {
    const inside = path === "" ? entry.name : `${path}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(part, inside) : [inside];
  });
}

/** The packages that the code of an example imports. */
export function packagesOf(example: Example): Readonly<Record<string, string>> {
  return example === "shop" ? { ...dependencies, ...inbox } : dependencies;
}

/** The scripts of package.json. In an existing project they have a prefix, because it may have its own `build`. */
export function packageScripts({
  example,
  code,
  isNew,
}: Pick<StarterOptions, "example" | "code" | "isNew">): Readonly<Record<string, string>> {
  const [prefix, tsc, dist] = isNew ? ["", "tsc", "dist"] : [`${code}:`, `tsc -p ${code}`, `${code}/dist`];
  const build = `proviso generate && ${tsc}`;
  return {
    [`${prefix}build`]: build,
    [`${prefix}start`]: `node ${dist}/main.js --http`,
    ...(example !== "empty" && { [`${prefix}client`]: `node ${dist}/client.js` }),
    [`${prefix}test`]: `${build} && node --test ${dist}/test/*.js`,
  };
}

function placeOf(path: string, { code, isNew }: StarterOptions): string {
  // A package on npm cannot hold a file named `.gitignore`.
  if (path === "gitignore") return isNew ? ".gitignore" : `${code}/.gitignore`;
  if (path === "tsconfig.json" || path === "README.md") return isNew ? path : `${code}/${path}`;
  return path.replace(/^src\//, `${code}/`);
}

function fill(part: string, path: string, { product, code, isNew }: StarterOptions): string {
  const text = readFileSync(join(folder, part, path), "utf8");
  if (path === "tsconfig.json" && !isNew)
    return text
      .replace('"rootDir": "src"', '"rootDir": "."')
      .replace('["src"]', '["."],\n  "exclude": ["dist"]');
  if (path === "proviso.yaml")
    return text.replace("product: starter", `product: ${product}`).replaceAll(" src/", ` ${code}/`);
  const variable = camelCase(product);
  return text.replaceAll("Starter", upperFirst(variable));
}

/** The package.json of a new project; `wanted` names its scripts, by default all. */
export function newPackageJson(
  { product, example }: Pick<StarterOptions, "product" | "example">,
  wanted?: readonly string[],
): string {
  const all = packageScripts({ example, code: "src", isNew: true });
  const scripts = Object.fromEntries(Object.entries(all).filter(([name]) => wanted?.includes(name) ?? true));
  const engines = { node: ">=22.16" };
  // npm installs no package into one of the same name.
  const name = product in { ...dependencies, ...devDependencies } ? `${product}-tools` : product;
  return json({
    name,
    private: true,
    type: "module",
    engines,
    scripts,
    dependencies: packagesOf(example),
    devDependencies,
  });
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

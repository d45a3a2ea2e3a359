import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { type FoundUse, isRelativeUse } from "@proviso/compiler";
import { foldersUpFrom, type PackageJson, readPackageJson } from "./package-json.ts";

type NotUsable = Extract<FoundUse, { readonly problem: string }>;

/** As large as a contract may be. A larger file is not read. */
const sizeLimit = 4_000_000;

/**
 * Finds the file that a contract names under `use`. Its path, from the root of the project, is without links, so that two names
 * of one file are one file. Only a YAML file of this repository or of an installed package is found: what a contract names is
 * shown in findings, and those of a pull request may be published.
 */
export async function findUsedFile(root: string, from: string, name: string): Promise<FoundUse> {
  const folder = dirname(join(root, from));
  const found = isRelativeUse(name) ? join(folder, name) : await fileOfPackage(folder, name);
  if (typeof found !== "string") return found;
  const real = realFile(found);
  if (typeof real !== "string") return real;
  const problem = problemOf(real, root);
  if (problem !== undefined) return { problem };
  return { path: relative(root, real).split(sep).join("/") };
}

function realFile(file: string): string | NotUsable {
  try {
    return realpathSync.native(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return { problem: "there is no such file" };
    return { problem: `its path cannot be followed (${code})` };
  }
}

function problemOf(real: string, root: string): string | undefined {
  if (!/\.ya?ml$/.test(real)) return "it is a link to a file whose name does not end with `.yaml` or `.yml`";
  const isInstalled = real.split(sep).includes("node_modules");
  if (!isInstalled && !isInside(real, topFolder(root)))
    return "it is outside of the repository; copy it, or install it as a package";
  const stats = statSync(real);
  if (!stats.isFile()) return `it is ${stats.isDirectory() ? "a folder" : "no regular file"}`;
  if (stats.size > sizeLimit) return "it has more than 4 MB";
  try {
    accessSync(real, constants.R_OK);
    return undefined;
  } catch {
    return "you may not read it";
  }
}

function isInside(file: string, folder: string): boolean {
  const [first] = relative(folder, file).split(sep);
  return first !== ".." && first !== undefined && !/^[a-z]:/i.test(first);
}

/** The folder of the Git repository. Without one, the outermost folder above that is a package; otherwise the project. */
function topFolder(root: string): string {
  const folders = foldersUpFrom(root);
  return (
    folders.find((folder) => existsSync(join(folder, ".git"))) ??
    folders.findLast((folder) => packageFiles.some((name) => existsSync(join(folder, name)))) ??
    root
  );
}

const packageFiles = ["package.json", "pnpm-workspace.yaml"] as const;

/** Finds a package as Node.js does, in `node_modules` of the folder and of those above; `exports` decides what it shows. */
async function fileOfPackage(folder: string, name: string): Promise<string | NotUsable> {
  const [, packageName = "", file = ""] = /^((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(name) ?? [];
  const installed = foldersUpFrom(folder)
    .filter((each) => basename(each) !== "node_modules")
    .map((each) => join(each, "node_modules", packageName))
    .find((each) => existsSync(each));
  if (installed === undefined) {
    const hint = `install it, or begin the path of a file with \`./\``;
    return { problem: `the package \`${packageName}\` is not installed`, hint };
  }
  const manifest = readPackageJson(installed);
  if (manifest.exports === undefined || manifest.exports === null) return join(installed, file);
  return exportedFile(installed, { ...manifest, name: packageName }, file);
}

async function exportedFile(
  installed: string,
  manifest: PackageJson & { readonly name: string },
  file: string,
): Promise<string | NotUsable> {
  const { exports } = await import("resolve.exports");
  try {
    const [target] = exports(manifest, `./${file}`) ?? [];
    if (target?.startsWith("./") && isInside(join(installed, target), installed))
      return join(installed, target);
  } catch {
    // The library throws if the package does not export the file.
  }
  return {
    problem: `the package \`${manifest.name}\` does not export \`./${file}\``,
    hint: `add \`"./${file}": "./${file}"\` to \`exports\` in its package.json`,
  };
}

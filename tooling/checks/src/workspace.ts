import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readSyntax, type Syntax } from "./read-syntax.ts";

export const root: string = fileURLToPath(new URL("../../..", import.meta.url));

export interface Package {
  readonly name: string;
  readonly folder: string;
  readonly dependencies: readonly string[];
}

export interface SourceFile extends Syntax {
  readonly path: string;
  readonly text: string;
}

/** Every package of the workspace with what it declares to depend on at run time. */
export function packages(): Package[] {
  return globSync(["packages/*/package.json", "packages/generated/*/package.json", "apps/*/package.json"], {
    cwd: root,
  })
    .toSorted()
    .map((path) => {
      const manifest = JSON.parse(readFileSync(join(root, path), "utf8"));
      const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
      return { name: manifest.name, folder: dirname(path), dependencies: Object.keys(declared).toSorted() };
    });
}

/** Every source of a folder, tests left out; a generated package has modules beside its data too. */
export function sources(folder: string): SourceFile[] {
  return readSources([`${folder}/src/**/*.ts`, `${folder}/manifest/*.{js,ts}`]);
}

/** The sources that the globs match, from the root, generated and installed ones left out. */
export function readSources(globs: readonly string[], exclude: RegExp = /node_modules|dist/): SourceFile[] {
  return globSync([...globs], { cwd: root, exclude: (path) => exclude.test(String(path)) })
    .toSorted()
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return { path, text, ...readSyntax(path, text) };
    });
}

/** `@scope/name/sub` and `name/sub` belong to `@scope/name` and `name`. */
export function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

/** The file that a relative import means, as a path from the root. */
export function resolveImport(from: SourceFile, specifier: string): string {
  return relative(root, resolve(root, dirname(from.path), specifier));
}

import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readSyntax, type Syntax } from "./read-syntax.ts";

export const root: string = fileURLToPath(new URL("../../..", import.meta.url));

export interface Package {
  readonly name: string;
  readonly folder: string;
  readonly isPrivate: boolean;
  readonly dependencies: readonly string[];
}

export interface SourceFile extends Syntax {
  readonly path: string;
  readonly text: string;
}

/** Every package of the workspace, with its declared run-time dependencies. */
export function packages(): Package[] {
  return globSync(["packages/*/package.json", "packages/generated/*/package.json", "apps/*/package.json"], {
    cwd: root,
  })
    .toSorted()
    .map((path) => {
      const manifest = JSON.parse(readFileSync(join(root, path), "utf8"));
      const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
      return {
        name: manifest.name,
        folder: dirname(path),
        isPrivate: manifest.private === true,
        dependencies: Object.keys(declared).toSorted(),
      };
    });
}

/** The sources of a folder without tests; a generated package also has modules beside its data. */
export function sources(folder: string): SourceFile[] {
  return readSources([`${folder}/src/**/*.ts`, `${folder}/manifest/*.{js,ts}`]);
}

/** The matching sources, relative to the root, without generated and installed ones. */
export function readSources(globs: readonly string[], exclude: RegExp = /node_modules|dist/): SourceFile[] {
  return globSync([...globs], { cwd: root, exclude: (path) => exclude.test(String(path)) })
    .toSorted()
    .map(readSource);
}

/** The sources that a test has read: many tests look at the same ones. */
const known = new Map<string, SourceFile>();

function readSource(path: string): SourceFile {
  const read = known.get(path);
  if (read) return read;
  const text = readFileSync(join(root, path), "utf8");
  const file = { path, text, ...readSyntax(path, text) };
  known.set(path, file);
  return file;
}

/** `@scope/name/sub` and `name/sub` belong to `@scope/name` and `name`. */
export function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

/** The path of a relative import, from the root. */
export function resolveImport(from: SourceFile, specifier: string): string {
  return relative(root, resolve(root, dirname(from.path), specifier));
}

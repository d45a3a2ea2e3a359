import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root: string = fileURLToPath(new URL("../../..", import.meta.url));

export interface Package {
  readonly name: string;
  readonly folder: string;
  readonly dependencies: readonly string[];
}

export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** What it imports or re-exports, types included. */
  readonly specifiers: readonly string[];
}

/** Every package of the workspace with what it declares to depend on at run time. */
export function packages(): Package[] {
  return globSync(["packages/*/package.json", "packages/generated/*/package.json", "apps/*/package.json"], {
    cwd: root,
  })
    .sort()
    .map((path) => {
      const manifest = JSON.parse(readFileSync(join(root, path), "utf8"));
      const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
      return { name: manifest.name, folder: dirname(path), dependencies: Object.keys(declared).sort() };
    });
}

// `import type A from "x"`, `export { a } from "x"`, `import "x"` and `import("x")`, at the start of a line or in an expression
const importForms = [
  /^\s*(?:import|export)\b[^"';]*?\bfrom\s*["']([^"']+)["']/gm,
  /^\s*import\s*["']([^"']+)["']/gm,
  /\bimport\(\s*["']([^"']+)["']/g,
];

/** Every TypeScript source of a folder, tests left out. */
export function sources(folder: string): SourceFile[] {
  return globSync(`${folder}/src/**/*.ts`, { cwd: root })
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      const specifiers = importForms.flatMap((form) =>
        [...text.matchAll(form)].map((match) => match[1] ?? ""),
      );
      return { path, text, specifiers };
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

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";

export const compilerOptions = {
  target: "es2023",
  lib: ["es2023"],
  module: "nodenext",
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  isolatedDeclarations: true,
  erasableSyntaxOnly: true,
  declaration: true,
  noUnusedLocals: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

/** What the handler stubs import from their host. */
export const ports = "export interface Ports { readonly log: (text: string) => void }\n";

const packageFolder = join(import.meta.dirname, "..");

/** A folder of emitted packages for the TypeScript compiler. */
export interface EmittedFolder {
  readonly path: string;
  write(path: string, text: string): void;
  /** What TypeScript 7 reports; empty if it finds no error. */
  tsc(...args: readonly string[]): string;
  /** What a release reports: `typescript`, or `typescript-floor`, the oldest that builds generated packages. */
  tscOf(release: "typescript" | "typescript-floor", ...args: readonly string[]): string;
  remove(): void;
}

/** Inside the package, so that the emitted code finds the real runtimes; in `.work`, which every check leaves out. */
export function createEmittedFolder(): EmittedFolder {
  mkdirSync(join(packageFolder, ".work"), { recursive: true });
  const folder = mkdtempSync(join(packageFolder, ".work/emitted-"));
  return {
    path: folder,
    write(path, text) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
    tsc: (...args) => runTsc("typescript", folder, args),
    tscOf: (release, ...args) => runTsc(release, folder, args),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function runTsc(release: string, cwd: string, args: readonly string[]): string {
  const bin = join(packageFolder, "node_modules", release, "bin/tsc");
  try {
    return execFileSync(process.execPath, [bin, ...args], { cwd, encoding: "utf8" });
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout);
  }
}

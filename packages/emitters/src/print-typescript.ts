import { hash } from "node:crypto";
import { extname } from "node:path";
import type { EmittedFile } from "./emitter.ts";
import type { PrintedFiles } from "./printed-files.ts";
import { createPrinter, type Printer } from "./printer.ts";
import type { TypeScriptFile } from "./typescript-text.ts";

export type { TypeScriptFile, TypeScriptImport, TypeScriptStatement } from "./typescript-text.ts";

/** Prints a file, unless it was printed before: a file is data, so that its hash says all about its text. */
export async function printTypeScript(file: TypeScriptFile, printed?: PrintedFiles): Promise<EmittedFile> {
  const { path } = file;
  if (!printed) return { path, text: await startPrinter().print(file) };
  const key = hash("sha256", JSON.stringify(file));
  const text = printed.get(key) ?? (await startPrinter().print(file));
  printed.set(key, text);
  return { path, text };
}

let printer: Printer | undefined;

/**
 * Starts the thread that prints, if there is none. It takes longer to load ts-morph than to print a hundred files, so
 * whoever knows early that something will have to be printed says so early.
 */
export function startPrinter(): Printer {
  // Where sources run as they are, as in tests, the program beside this one is a `.ts` file too.
  const program = new URL(`printer-thread${extname(import.meta.url)}`, import.meta.url);
  printer ??= createPrinter(program, () => (printer = undefined));
  return printer;
}

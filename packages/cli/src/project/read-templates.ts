import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { compareText, nearest } from "@proviso/compiler";
import type { Diagnostic } from "@proviso/compiler";
import { templateNames } from "@proviso/emitters";
import { glob } from "tinyglobby";
import type { Located } from "../config/config.ts";
import { configErrors } from "../config/problems.ts";

export interface Templates {
  readonly texts: Readonly<Record<string, string>>;
  readonly diagnostics: readonly Diagnostic[];
}

/** The Markdown templates that the project overrides: `tool.hbs` replaces the template `tool`. */
export async function readTemplates(root: string, folder: Located<string> | undefined): Promise<Templates> {
  if (!folder) return { texts: {}, diagnostics: [] };
  const cwd = join(root, folder.value);
  const files = (await glob(["*.hbs"], { cwd, followSymbolicLinks: false })).toSorted(compareText);
  const names: readonly string[] = templateNames;
  const unknown = files.filter((file) => !names.includes(nameOf(file)));
  const texts = files.map(async (file) => [nameOf(file), await readFile(join(cwd, file), "utf8")] as const);
  return {
    texts: Object.fromEntries(await Promise.all(texts)),
    diagnostics: unknown.map((file) =>
      configErrors.at(folder.span, "unknown-template", { file, nearest: nearest(nameOf(file), names) }),
    ),
  };
}

function nameOf(file: string): string {
  return file.replace(/\.hbs$/, "");
}

import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { nearest } from "@proviso/compiler";
import type { Diagnostic } from "@proviso/compiler";
import { templateNames } from "@proviso/emitters/names";
import type { Located } from "../config/config.ts";
import { configErrors } from "../config/problems.ts";
import type { MatchFiles } from "./match-files.ts";

export interface Templates {
  readonly texts: Readonly<Record<string, string>>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Where they are. */
export async function templateGlobs(folder: Located<string> | undefined): Promise<readonly string[]> {
  if (!folder) return [];
  const { escapePath } = await import("tinyglobby");
  return [`${escapePath(folder.value)}/*.hbs`];
}

/** The Markdown templates that the project overrides: `tool.hbs` replaces the template `tool`. */
export async function readTemplates(
  root: string,
  folder: Located<string> | undefined,
  match: MatchFiles,
): Promise<Templates> {
  if (!folder) return { texts: {}, diagnostics: [] };
  const { files, others } = await match(await templateGlobs(folder));
  const names: readonly string[] = templateNames;
  const unknown = files.map((path) => basename(path)).filter((file) => !names.includes(nameOf(file)));
  const texts = files.map((path) => [nameOf(path), readFileSync(join(root, path), "utf8")] as const);
  return {
    texts: Object.fromEntries(texts),
    diagnostics: [
      ...others.map((other) => configErrors.at(folder.span, "no-file", other)),
      ...unknown.map((file) =>
        configErrors.at(folder.span, "unknown-template", { file, nearest: nearest(nameOf(file), names) }),
      ),
    ],
  };
}

function nameOf(path: string): string {
  return basename(path, ".hbs");
}

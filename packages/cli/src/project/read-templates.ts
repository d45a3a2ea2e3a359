import { basename } from "node:path";
import { type Diagnostic, nearest } from "@proviso/compiler";
import { templateNames } from "@proviso/emitters/names";
import type { LocatedSetting } from "../config/config.ts";
import { configErrors } from "../config/problems.ts";
import type { Disk } from "../incremental/stamped-disk.ts";

export interface Templates {
  readonly texts: Readonly<Record<string, string>>;
  readonly diagnostics: readonly Diagnostic[];
}

async function templateGlobs(folder: LocatedSetting<string> | undefined): Promise<readonly string[]> {
  if (!folder) return [];
  const { escapePath } = await import("tinyglobby");
  return [`${escapePath(folder.value)}/*.hbs`];
}

/** The Markdown templates that the project overrides: `tool.hbs` replaces the template `tool`. */
export async function readTemplates(
  folder: LocatedSetting<string> | undefined,
  disk: Pick<Disk, "matches" | "textOf">,
): Promise<Templates> {
  if (!folder) return { texts: {}, diagnostics: [] };
  const { files, others } = await disk.matches(await templateGlobs(folder));
  const names: readonly string[] = templateNames;
  const unknown = files.map((path) => basename(path)).filter((file) => !names.includes(templateNameOf(file)));
  const texts = files.map((path) => [templateNameOf(path), disk.textOf(path) ?? ""] as const);
  return {
    texts: Object.fromEntries(texts),
    diagnostics: [
      ...others.map((other) => configErrors.at(folder.span, "no-file", other)),
      ...unknown.map((file) =>
        configErrors.at(folder.span, "unknown-template", {
          file,
          nearest: nearest(templateNameOf(file), names),
        }),
      ),
    ],
  };
}

function templateNameOf(path: string): string {
  return basename(path, ".hbs");
}

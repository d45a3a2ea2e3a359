import { findEntry, parse } from "@proviso/compiler";
import type { Diagnostic, MapNode, Report, SourceText, Span } from "@proviso/compiler";
import { foldPath } from "../disk/path-problem.ts";
import type { Config, LocatedSetting } from "./config.ts";
import { configErrors } from "./problems.ts";
import { readSettings, wrongValue } from "./setting.ts";
import { importEndings, settings, type Written } from "./settings.ts";

export interface ReadConfigResult {
  /** Absent if there is an error. */
  readonly config?: Config;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads `proviso.yaml` as strictly as a contract: an unknown key, a repeated key, an anchor or a tag is an error. */
export function readConfig(source: SourceText): ReadConfigResult {
  const { tree, diagnostics } = parse(source);
  if (!tree) return { diagnostics };
  const found: Diagnostic[] = [];
  const config = decodeConfig(tree, (diagnostic) => void found.push(diagnostic));
  return found.length > 0 ? { diagnostics: found } : { config, diagnostics: [] };
}

/** A required value is missing only if there is a finding, and then the configuration is not used. */
function decodeConfig(tree: MapNode, report: Report): Config {
  const { importExtension, ...read } = readSettings(
    tree,
    startOfConfig(tree.span),
    settings,
    report,
  ) as Written;
  const { templates } = read;
  checkPackages(tree, read, report);
  refuseOverlaps([...writtenFolders(read), ...(templates ? [templates] : [])], report);
  return { ...read, ...(importExtension && { importEnding: importEndings[importExtension] }) };
}

/** Packages need a scope, and folders have no use for one. */
function checkPackages(
  tree: MapNode,
  { layout = "packages", product = "acme" }: Partial<Config>,
  report: Report,
): void {
  const packages = findEntry(tree, "packages");
  const example = settings.packages.example.replace("acme", product);
  if (layout === "packages" && !packages)
    report(configErrors.at(startOfConfig(tree.span), "missing-key", { key: "packages", example }));
  if (layout === "folders" && packages)
    wrongValue(packages, "left out if `layout` is `folders`: there are no packages to name", report);
}

function refuseOverlaps(folders: readonly LocatedSetting<string>[], report: Report): void {
  for (const [index, { value: folder, span }] of folders.entries()) {
    const inside = folders.find(
      (other, at) => at !== index && `${foldPath(folder)}/`.startsWith(`${foldPath(other.value)}/`),
    );
    if (inside) report(configErrors.at(span, "overlapping-folders", { folder, other: inside.value }));
  }
}

/** Where `generate` writes, each with its place in the configuration. */
export function writtenFolders({
  outputs = [],
  handlers,
}: Partial<Config>): readonly LocatedSetting<string>[] {
  return [...outputs.map(({ folder, span }) => ({ value: folder, span })), ...(handlers ? [handlers] : [])];
}

function startOfConfig(span: Span): Span {
  return { ...span, end: span.start + 1, endLine: span.line, endColumn: span.column + 1 };
}

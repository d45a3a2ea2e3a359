import { defaultBudget, findEntry, parse } from "@proviso/compiler";
import type { Diagnostic, MapNode, Report, SourceText, Span } from "@proviso/compiler";
import type { Layout } from "@proviso/emitters/names";
import { foldPath } from "../disk/path-problem.ts";
import type { Config, LocatedSetting, Output } from "./config.ts";
import { configErrors } from "./problems.ts";
import { readSettings, wrongValue } from "./setting.ts";
import { importEndings, settings } from "./settings.ts";

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

function decodeConfig(tree: MapNode, report: Report): Config {
  const read = readSettings(tree, startOfConfig(tree.span), settings, report);
  const { handlers, templates, outputs = [], layout = "packages" } = read;
  checkPackages(tree, read, report);
  refuseOverlaps(
    [...outputs.map(locateInConfig), ...(handlers ? [handlers] : []), ...(templates ? [templates] : [])],
    report,
  );
  // A required value is missing only if there is a finding, and then the configuration is not used.
  return {
    product: read.product ?? "",
    contracts: read.contracts ?? { value: [], span: tree.span },
    wireNames: read.wireNames ?? "underscore",
    layout,
    ...(read.importExtension ? { importEnding: importEndings[read.importExtension] } : {}),
    ...(layout === "packages"
      ? {
          packages: {
            scope: read.packages?.scope ?? "",
            license: read.packages?.license ?? "UNLICENSED",
            access: read.packages?.access ?? "private",
          },
        }
      : {}),
    outputs,
    ...(handlers ? { handlers } : {}),
    ...(templates ? { templates } : {}),
    ...(read.dev?.package ? { dev: { package: read.dev.package } } : {}),
    ...(read.docs ? { docs: read.docs } : {}),
    rules: read.rules ?? {},
    contextBudget: {
      tool: read.contextBudget?.tool ?? defaultBudget.tool,
      list: read.contextBudget?.list ?? defaultBudget.list,
    },
    roles: read.roles ?? {},
    waivers: read.waivers ?? [],
  };
}

/** Packages need a scope, and folders have no use for one. */
function checkPackages(
  tree: MapNode,
  {
    layout = "packages",
    product,
  }: { readonly layout?: Layout | undefined; readonly product?: string | undefined },
  report: Report,
): void {
  const packages = findEntry(tree, "packages");
  const example = settings.packages.example.replace("acme", product ?? "acme");
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

function locateInConfig({ folder, span }: Output): LocatedSetting<string> {
  return { value: folder, span };
}

function startOfConfig(span: Span): Span {
  return { ...span, end: span.start + 1, endLine: span.line, endColumn: span.column + 1 };
}

import type { ToolModel } from "@proviso/compiler";
import type { JsonObject } from "@proviso/manifest";
import { type Markdown, packageNameText, text } from "../../text/markdown.ts";
import type { EmittedFile } from "../../text/emitted-file.ts";
import type { EmitOptions, Emitter, PackageOptions } from "../../package/emitter.ts";
import { generatedNotice } from "../../text/generated-notice.ts";
import { printCompactJson, printJsonFile, printJsonLine } from "../../text/print-json.ts";
import { portableName } from "../../naming/portable-name.ts";
import { isVisible } from "../../naming/project-outline.ts";
import { visibleDomain } from "../../naming/visible-domain.ts";
import { moduleEntry, modulesOf, packageEntry, type PackageEntry } from "../../package/package-entry.ts";
import { packageFiles } from "../../package/package-files.ts";
import { createRenderer } from "../../templates/render-template.ts";
import { printTypeScript } from "../../typescript/print-typescript.ts";
import { agentTool } from "./agent-tool.ts";
import { domainModule } from "./domain-module.ts";
import { schemasIndex } from "./index-module.ts";
import { contractsFiles, manifestFiles } from "./manifest-files.ts";
import { manifestPackage } from "./runtime.ts";
import { toolSchemas } from "./tool-schemas.ts";

/**
 * What server, client and agents share: types, JSON Schemas and the contracts. No file contains a
 * forbidden tool, because agents read these files and clients are built on them.
 */
export const schemasEmitter: Emitter<SchemasEntry> = {
  name: "schemas",
  summary: "the types, JSON Schemas and contracts that server and client share, and a bundle for agents",
  runtime: manifestPackage,
  async emitDomain(domain, options) {
    const { project, shapes } = options;
    const tools = domain.tools.filter(isVisible).map((tool) => emitTool(tool, domain.file, options));
    const names = project.domains.get(domain.name);
    const modules = names
      ? [
          printTypeScript(domainModule(visibleDomain(domain, names), options), shapes),
          ...contractsFiles(domain, moduleEntry(names), options),
        ]
      : [];
    return {
      files: [...tools.map(({ file }) => file), ...modules],
      entry: {
        ...packageEntry(domain, names),
        listed: printItems(tools.map(({ listed }) => listed)),
        agent: printItems(tools.map(({ agent }) => agent)),
      },
    };
  },
  async emitIndex(entries, options) {
    const modules = modulesOf(entries);
    const render = await createRenderer(options.templates);
    return [
      ...(["listed", "agent"] as const).map((kind) => ({
        path: kind === "agent" ? "agent.json" : "index.json",
        text: schemasIndexText(
          entries.map((entry) => entry[kind]),
          options,
        ),
      })),
      ...(await manifestFiles(entries, options)),
      await printTypeScript(schemasIndex(modules, options), options.shapes),
      ...packageFiles(options, {
        description: `The types, JSON Schemas and contracts of the tools of ${options.product}.`,
        dependencies: [manifestPackage],
        modules: modules.map(({ file }) => file),
        data: ["index.json", "agent.json", "tools/*.json"],
        readme: (own) => `${render("schemas-readme", schemasReadmeView(options, own))}\n`,
      }),
    ];
  },
};

/** A domain's printed part of the indexes, so that an edit prints changed domains only. */
interface SchemasEntry extends PackageEntry {
  readonly listed: string;
  readonly agent: string;
}

interface EmittedTool {
  readonly file: EmittedFile;
  readonly listed: JsonObject;
  readonly agent: JsonObject;
}

function schemasReadmeView(
  { product }: EmitOptions,
  { name }: PackageOptions,
): { readonly [name: string]: Markdown } {
  return {
    notice: generatedNotice() as Markdown,
    packageName: packageNameText(name),
    product: text(product),
  };
}

function emitTool(tool: ToolModel, source: string, { product, wireNames }: EmitOptions): EmittedTool {
  const path = `tools/${portableName(tool.name)}.json`;
  const listed = {
    name: tool.name,
    title: tool.title,
    riskLevel: tool.riskLevel,
    contractHash: tool.hash,
    schemas: `./${path}`,
  };
  const schemas = printCompactJson(toolSchemas(tool, product, source));
  return { file: { path, text: schemas }, listed, agent: agentTool(tool, wireNames) };
}

/** Items of the emitted index, one per line, without the comma between two domains. */
function printItems(items: readonly JsonObject[]): string {
  return items.map((item) => `    ${printJsonLine(item)}`).join(",\n");
}

function schemasIndexText(lists: readonly string[], { product }: EmitOptions): string {
  const empty = printJsonFile({ "//": generatedNotice(), product, tools: [] });
  const items = lists.filter((list) => list !== "");
  if (items.length === 0) return empty;
  return `${empty.slice(0, -"]\n}\n".length)}\n${items.join(",\n")}\n  ]\n}\n`;
}

import type { ToolModel } from "@proviso/compiler";
import type { JsonObject } from "@proviso/manifest";
import { dataPackageFiles } from "../data-package.ts";
import type { EmitOptions, EmittedFile, Emitter } from "../emitter.ts";
import { generatedNotice } from "../generated-notice.ts";
import { printJson } from "../print-json.ts";
import { isVisible } from "../project-names.ts";
import { agentTool } from "./agent-tool.ts";
import { toolSchemas } from "./tool-schemas.ts";

/** JSON Schema for readers in any language. Forbidden tools are in none of its files: agents read them. */
export const schemasEmitter: Emitter<readonly ToolEntry[]> = {
  name: "schemas",
  summary:
    "JSON Schema 2020-12 for the input, output, plan and failures of each tool, and a bundle for agents",
  async emitDomain(domain, options) {
    const tools = domain.tools.filter(isVisible).map((tool) => emitTool(tool, domain.file, options));
    return { files: tools.flatMap(({ files }) => files), entry: tools.map(({ entry }) => entry) };
  },
  async emitIndex(entries, options) {
    const tools = entries.flat();
    return [
      indexFile(
        "index.json",
        tools.map(({ listed }) => listed),
        options,
      ),
      indexFile(
        "agent.json",
        tools.map(({ agent }) => agent),
        options,
      ),
      ...dataPackageFiles(options, {
        description: `JSON Schemas of the tools of ${options.product}.`,
        exports: {
          ".": "./index.json",
          "./index.json": "./index.json",
          "./agent.json": "./agent.json",
          "./tools/*.json": "./tools/*.json",
          "./package.json": "./package.json",
        },
        files: ["tools", "index.json", "agent.json"],
        readme: "schemas-readme",
      }),
    ];
  },
};

/** What the indexes say of a tool. */
interface ToolEntry {
  readonly listed: JsonObject;
  readonly agent: JsonObject;
}

function emitTool(
  tool: ToolModel,
  source: string,
  { product, wireNames }: EmitOptions,
): { readonly files: readonly EmittedFile[]; readonly entry: ToolEntry } {
  const schemas = toolSchemas(tool, product, source).map(([kind, schema]) => ({
    kind,
    file: { path: `tools/${tool.name}.${kind}.json`, text: printJson(schema) },
  }));
  const listed = {
    name: tool.name,
    title: tool.title,
    riskLevel: tool.riskLevel,
    contractHash: tool.hash,
    schemas: Object.fromEntries(schemas.map(({ kind, file }) => [kind, `./${file.path}`])),
  };
  return { files: schemas.map(({ file }) => file), entry: { listed, agent: agentTool(tool, wireNames) } };
}

function indexFile(path: string, tools: readonly JsonObject[], { product }: EmitOptions): EmittedFile {
  return { path, text: printJson({ "//": generatedNotice(), product, tools }) };
}

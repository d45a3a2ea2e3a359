import type { ToolModel } from "@proviso/compiler";
import type { JsonObject } from "@proviso/manifest";
import { dataPackageFiles } from "../../package/data-package.ts";
import type { EmittedFile } from "../../text/emitted-file.ts";
import type { EmitOptions, Emitter } from "../../package/emitter.ts";
import { generatedNotice } from "../../text/generated-notice.ts";
import { portableName } from "../../naming/portable-name.ts";
import { printJson, printJsonLine } from "../../text/print-json.ts";
import { isVisible } from "../../naming/project-names.ts";
import { agentTool } from "./agent-tool.ts";
import { toolSchemas } from "./tool-schemas.ts";

/** JSON Schema for readers in any language. Forbidden tools are in none of its files: agents read them. */
export const schemasEmitter: Emitter<ToolLists> = {
  name: "schemas",
  summary:
    "JSON Schema 2020-12 for the input, output, plan and failures of each tool, and a bundle for agents",
  async emitDomain(domain, options) {
    const tools = domain.tools.filter(isVisible).map((tool) => emitTool(tool, domain.file, options));
    return {
      files: tools.flatMap(({ files }) => files),
      entry: {
        listed: printItems(tools.map(({ listed }) => listed)),
        agent: printItems(tools.map(({ agent }) => agent)),
      },
    };
  },
  async emitIndex(entries, options) {
    const listed = entries.map((entry) => entry.listed);
    const agent = entries.map((entry) => entry.agent);
    return [
      { path: "index.json", text: indexText(listed, options) },
      { path: "agent.json", text: indexText(agent, options) },
      ...(await dataPackageFiles(options, {
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
      })),
    ];
  },
};

/** What the indexes say of the tools of a domain, printed: there may be a thousand tools, of which ten are new. */
interface ToolLists {
  readonly listed: string;
  readonly agent: string;
}

interface EmittedTool {
  readonly files: readonly EmittedFile[];
  readonly listed: JsonObject;
  readonly agent: JsonObject;
}

function emitTool(tool: ToolModel, source: string, { product, wireNames }: EmitOptions): EmittedTool {
  const schemas = toolSchemas(tool, product, source).map(([kind, schema]) => ({
    kind,
    file: { path: `tools/${portableName(tool.name)}.${kind}.json`, text: printJson(schema) },
  }));
  const listed = {
    name: tool.name,
    title: tool.title,
    riskLevel: tool.riskLevel,
    contractHash: tool.hash,
    schemas: Object.fromEntries(schemas.map(({ kind, file }) => [kind, `./${file.path}`])),
  };
  return { files: schemas.map(({ file }) => file), listed, agent: agentTool(tool, wireNames) };
}

/** The items of a list as they stand in an index, a line for each, without what is between the items of two domains. */
function printItems(items: readonly JsonObject[]): string {
  return items.map((item) => `    ${printJsonLine(item)}`).join(",\n");
}

function indexText(lists: readonly string[], { product }: EmitOptions): string {
  const empty = printJson({ "//": generatedNotice(), product, tools: [] });
  const items = lists.filter((list) => list !== "");
  if (items.length === 0) return empty;
  return `${empty.slice(0, -"]\n}\n".length)}\n${items.join(",\n")}\n  ]\n}\n`;
}

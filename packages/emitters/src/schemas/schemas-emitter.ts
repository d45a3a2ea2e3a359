import type { ContractModel, DomainModel, ToolModel } from "@proviso/compiler";
import type { JsonSchema } from "@proviso/manifest";
import type { EmitOptions, EmittedFile, Emitter } from "../emitter.ts";
import { generatedNotice } from "../generated-notice.ts";
import { type Markdown, packageNameText, text } from "../docs/markdown.ts";
import { printJson } from "../print-json.ts";
import { createRenderer } from "../render-template.ts";
import { agentTool } from "./agent-tool.ts";
import { type SchemaKind, toolSchemas } from "./tool-schemas.ts";

/** JSON Schema for readers in any language. Forbidden tools are in none of its files: agents read them. */
export const schemasEmitter: Emitter = {
  name: "schemas",
  summary:
    "JSON Schema 2020-12 for the input, output, plan and failures of each tool, and a bundle for agents",
  emit(model: ContractModel, options: EmitOptions): EmittedFile[] {
    const entries = model.domains.flatMap((domain) =>
      domain.tools.flatMap((tool) => entryOf(domain, tool, options.product)),
    );
    return [
      ...entries.flatMap((entry) =>
        entry.schemas.map(({ path, schema }) => ({ path, text: printJson(schema) })),
      ),
      { path: "index.json", text: printJson(index(entries, options)) },
      { path: "agent.json", text: printJson(agentBundle(entries, options)) },
      { path: "README.md", text: createRenderer(options.templates)("schemas-readme", readmeView(options)) },
      { path: "package.json", text: printJson(packageJson(options)) },
    ];
  },
};

interface Entry {
  readonly tool: ToolModel;
  readonly schemas: readonly {
    readonly kind: SchemaKind;
    readonly path: string;
    readonly schema: JsonSchema;
  }[];
}

function entryOf(domain: DomainModel, tool: ToolModel, product: string): readonly Entry[] {
  if (tool.riskLevel === "forbidden") return [];
  const schemas = toolSchemas(tool, product, domain.file).map(([kind, schema]) => ({
    kind,
    path: `tools/${tool.name}.${kind}.json`,
    schema,
  }));
  return [{ tool, schemas }];
}

function index(entries: readonly Entry[], options: EmitOptions): object {
  return {
    "//": generatedNotice(),
    product: options.product,
    tools: entries.map(({ tool, schemas }) => ({
      name: tool.name,
      title: tool.title,
      riskLevel: tool.riskLevel,
      contractHash: tool.hash,
      schemas: Object.fromEntries(schemas.map(({ kind, path }) => [kind, `./${path}`])),
    })),
  };
}

function agentBundle(entries: readonly Entry[], options: EmitOptions): object {
  return {
    "//": generatedNotice(),
    product: options.product,
    tools: entries.map(({ tool }) => agentTool(tool, options.wireNames)),
  };
}

function readmeView(options: EmitOptions): { readonly [name: string]: Markdown } {
  return {
    notice: generatedNotice() as Markdown,
    packageName: packageNameText(options.packageName),
    product: text(options.product),
  };
}

function packageJson(options: EmitOptions): object {
  return {
    "//": generatedNotice(),
    name: options.packageName,
    version: options.packageVersion,
    description: `JSON Schemas of the tools of ${options.product}.`,
    license: options.license,
    type: "module",
    exports: {
      ".": "./index.json",
      "./index.json": "./index.json",
      "./agent.json": "./agent.json",
      "./tools/*.json": "./tools/*.json",
      "./package.json": "./package.json",
    },
    files: ["tools", "index.json", "agent.json"],
    publishConfig: { access: "public" },
  };
}

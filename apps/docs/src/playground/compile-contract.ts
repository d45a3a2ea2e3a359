import { compile, type DomainModel, sha256Bytes, toContract, type ToolModel } from "@proviso/compiler";
import {
  type DomainContext,
  emitterOf,
  handlersEmitter,
  nameProject,
  outlineDomain,
} from "@proviso/emitters";
import type { EmittedFile, PrintedShapes } from "@proviso/emitters";
import { planDefinition, toolDefinition } from "@proviso/manifest";

/** A finding of the compiler, as the page shows it. */
export interface Finding {
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly hint?: string;
  readonly line: number;
  readonly column: number;
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
}

export type OutputKind = "types" | "server" | "client" | "schema" | "mcp" | "page";

/** A generated file. `tool` is absent if it is about the whole contract. */
export interface OutputFile {
  readonly kind: OutputKind;
  readonly path: string;
  readonly text: string;
  readonly tool?: string;
}

export interface Compilation {
  readonly findings: readonly Finding[];
  /** Empty if a finding is an error. */
  readonly files: readonly OutputFile[];
}

/** What a page can emit with: it has no files to read templates from, and no ts-morph. */
export interface EmitWith {
  readonly templates: Readonly<Record<string, string>>;
  readonly shapes: PrintedShapes;
}

/** The path that findings and generated files name. */
export const contractPath = "contracts/contract.yaml";

/** One contract, compiled and emitted as `proviso generate` does it for a project with this contract alone. */
export async function compileContract(text: string, emitWith: EmitWith): Promise<Compilation> {
  const { model, diagnostics } = compile([{ path: contractPath, text }]);
  const findings = diagnostics.map(({ code, severity, message, hint, span }): Finding => {
    const { line, column, start, end } = span;
    return { code, severity, message, ...(hint !== undefined && { hint }), line, column, start, end };
  });
  const [domain] = model?.domains ?? [];
  return { findings, files: domain ? await emitFiles(domain, emitWith) : [] };
}

async function emitFiles(domain: DomainModel, emitWith: EmitWith): Promise<readonly OutputFile[]> {
  const context: DomainContext = {
    ...emitWith,
    product: "playground",
    wireNames: "underscore",
    layout: "folders",
    importEnding: ".js",
    schemasModule: "../schemas/index.js",
    serverModule: "../server/index.js",
    clientModule: "../client/index.js",
    project: nameProject([outlineDomain(domain)]),
    history: new Map(),
  };
  const { schemas, server, client, docs } = emitterOf;
  const [types, pages, stubs, serverFiles, clientFiles] = await Promise.all([
    filesOf(schemas.emitDomain(domain, context)),
    filesOf(docs.emitDomain(domain, context)),
    filesOf(handlersEmitter.emitDomain(domain, context)),
    server.emitDomain(domain, context).then(({ entry }) => server.emitIndex([entry], context)),
    client.emitDomain(domain, context).then(({ entry }) => client.emitIndex([entry], context)),
  ]);
  const visible = domain.tools.filter(({ riskLevel }) => riskLevel !== "forbidden");
  return [
    ...whole("types", "schemas", types),
    ...whole("server", "server", serverFiles),
    ...whole("server", "handlers", stubs),
    ...whole("client", "client", clientFiles),
    ...perTool(
      "schema",
      "schemas",
      types.filter(({ path }) => path.endsWith(".json")),
      visible,
    ),
    ...visible.flatMap(listedTool),
    ...perTool(
      "page",
      "docs",
      pages.filter(({ path }) => !path.endsWith("/index.md")),
      domain.tools,
    ),
  ];
}

/** The modules among an emitter's files. */
function whole(kind: OutputKind, folder: string, files: readonly EmittedFile[]): readonly OutputFile[] {
  const modules = files.filter(({ path }) => /^[\w.~-]+\.ts$/.test(path));
  return modules.map(({ path, text }) => ({ kind, path: `${folder}/${path}`, text }));
}

async function filesOf(
  emitted: ReturnType<(typeof handlersEmitter)["emitDomain"]>,
): Promise<readonly EmittedFile[]> {
  const { files } = await emitted;
  return Promise.all(files);
}

/** Emitters write the files of tools in the order of the tools. */
function perTool(
  kind: OutputKind,
  folder: string,
  files: readonly EmittedFile[],
  tools: readonly ToolModel[],
): readonly OutputFile[] {
  if (files.length !== tools.length)
    throw new Error(`${folder}: ${files.length} files for ${tools.length} tools`);
  return files.flatMap(({ path, text }, index) => {
    const tool = tools[index];
    return tool ? [{ kind, path: `${folder}/${path}`, text, tool: tool.name }] : [];
  });
}

/** What `tools/list` has of a tool: its definition, and that of its plan. */
function listedTool(tool: ToolModel): readonly OutputFile[] {
  const contract = toContract(tool);
  const plan = planDefinition(contract, "underscore");
  const definitions = [toolDefinition(contract, "underscore", sha256Bytes), ...(plan ? [plan] : [])];
  const text = `${JSON.stringify(definitions, undefined, 2)}\n`;
  return [{ kind: "mcp", path: "tools/list", text, tool: tool.name }];
}

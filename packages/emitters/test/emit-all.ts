import { compile } from "@proviso/compiler";
import type { ContractModel, SourceText } from "@proviso/compiler";
import { emitters, handlersEmitter, nameProject, outlineDomain } from "../src/index.ts";
import type { Layout } from "../src/naming/known-names.ts";
import type { DomainContext, EmitOptions, EmittedFile, Emitter, ImportEnding } from "../src/index.ts";

/** Some of these contracts exist for their harmful texts. */
export const rules = { "lint/hidden-character": "off" } as const;

/** The model of contracts that are expected to have no error. */
export function modelOf(sources: readonly SourceText[]): ContractModel {
  const { model, diagnostics } = compile(sources, { rules });
  if (model) return model;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  throw new Error(
    errors.map(({ code, message, span }) => `${span.file}:${span.line} ${code} ${message}`).join("\n"),
  );
}

/** All files of one emitter: those of each domain, then the indexes. */
export async function emitPackage<Entry>(
  emitter: Emitter<Entry>,
  model: ContractModel,
  options: EmitOptions,
  history: DomainContext["history"] = new Map(),
): Promise<readonly EmittedFile[]> {
  const context = { ...options, project: nameProject(model.domains.map(outlineDomain)), history };
  const outputs = await Promise.all(model.domains.map((domain) => emitter.emitDomain(domain, context)));
  const entries = outputs.map(({ entry }) => entry);
  const [files, index] = await Promise.all([
    Promise.all(outputs.flatMap((output) => output.files)),
    emitter.emitIndex(entries, options),
  ]);
  return [...files, ...index];
}

type LayoutOptions = Omit<EmitOptions, "product" | "wireNames" | "templates">;

function inPackages(scope: string, name: string): LayoutOptions {
  return {
    layout: "packages",
    importEnding: ".ts",
    schemasModule: `${scope}/schemas`,
    serverModule: `${scope}/server`,
    clientModule: `${scope}/client`,
    package: {
      name: `${scope}/${name}`,
      version: "1.0.0",
      license: "Apache-2.0",
      licenseText: "The licence.\n",
      repository: { type: "git", url: "https://git.shop.test/shop.git", directory: `generated/${name}` },
      access: "public",
      schemasFolder: "../schemas",
      runtimeVersions: {
        "@proviso/server": "^1.0.0",
        "@proviso/client": "^1.0.0",
        "@proviso/manifest": "^1.0.0",
        [`${scope}/schemas`]: "^1.0.0",
      },
    },
  };
}

function inFolders(importEnding: ImportEnding): LayoutOptions {
  return {
    layout: "folders",
    importEnding,
    schemasModule: `../schemas/index${importEnding}`,
    serverModule: `../server/index${importEnding}`,
    clientModule: `../client/index${importEnding}`,
  };
}

interface EmitAll {
  readonly scope?: string;
  readonly product?: string;
  readonly layout?: Layout;
  /** In the layout `folders`. */
  readonly importEnding?: ImportEnding;
}

/** Everything that is emitted for a product: path, the emitter's name first, to text. */
export async function emitAll(
  model: ContractModel,
  { scope = "@shop", product = "shop", layout = "packages", importEnding = ".js" }: EmitAll = {},
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const emitter of [...emitters, handlersEmitter]) {
    const emitted = await emitPackage(emitter, model, {
      product,
      wireNames: "underscore",
      templates: {},
      ...(layout === "packages" ? inPackages(scope, emitter.name) : inFolders(importEnding)),
    });
    for (const { path, text } of emitted) files.set(`${emitter.name}/${path}`, text);
  }
  return files;
}

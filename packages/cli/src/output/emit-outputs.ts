import { join } from "node:path";
import type { ContractModel } from "@proviso/compiler";
import { handlersEmitter, nameProject, outlineDomain } from "@proviso/emitters";
import type { EmitOptions, EmittedFile, Emitter, PrintedFiles } from "@proviso/emitters";
import type { Config } from "../config/config.ts";
import { foldPath, pathProblem } from "../project/path-problem.ts";
import { readField } from "../project/runtime-versions.ts";

/** What one folder should hold. */
export interface EmittedFolder {
  readonly folder: string;
  readonly files: readonly EmittedFile[];
}

export interface EmitContext {
  readonly root: string;
  readonly config: Config;
  readonly templates: Readonly<Record<string, string>>;
  readonly runtimeVersions: Readonly<Record<string, string>>;
  readonly printed: PrintedFiles;
  progress(text: string): void;
}

/** Runs every emitter that has an output folder. */
export async function emitOutputs(
  model: ContractModel,
  context: EmitContext,
): Promise<readonly EmittedFolder[]> {
  const folders: EmittedFolder[] = [];
  for (const { emitter, folder } of context.config.outputs) {
    context.progress(`emitting ${emitter.name}`);
    const options = await optionsFor(emitter.name, folder, context);
    folders.push({ folder, files: await emit(emitter, model, options) });
  }
  return folders;
}

/** Handlers for the host to fill in; an empty folder if the project wants none. */
export async function emitStubs(
  model: ContractModel,
  context: EmitContext,
): Promise<EmittedFolder | undefined> {
  const { handlers, outputs } = context.config;
  const server = outputs.find(({ emitter }) => emitter.name === "server");
  if (!handlers || !server) return undefined;
  const options = await optionsFor("server", server.folder, context);
  return { folder: handlers.value, files: await emit(handlersEmitter, model, options) };
}

async function optionsFor(name: string, folder: string, context: EmitContext): Promise<EmitOptions> {
  const { root, config, templates, runtimeVersions, printed } = context;
  return {
    product: config.product,
    wireNames: config.wireNames,
    packageName: `${config.scope}/${name}`,
    packageVersion: await currentVersion(join(root, folder)),
    license: config.license,
    runtimeVersions,
    templates,
    printed,
  };
}

async function emit<Entry>(
  emitter: Emitter<Entry>,
  { domains }: ContractModel,
  options: EmitOptions,
): Promise<readonly EmittedFile[]> {
  const context = { ...options, project: nameProject(domains.map(outlineDomain)) };
  const outputs = await Promise.all(domains.map((domain) => emitter.emitDomain(domain, context)));
  const entries = outputs.map(({ entry }) => entry);
  return [...outputs.flatMap(({ files }) => files), ...(await emitter.emitIndex(entries, options))];
}

/** File names that some system could not hold, in words. They come from names in contracts. */
export function unsafePaths({ folder, files }: EmittedFolder): readonly string[] {
  const seen = new Map<string, string>();
  return files.flatMap(({ path }) => {
    const problem = pathProblem(path);
    if (problem) return [`${folder}/${path} ${problem}`];
    const other = seen.get(foldPath(path));
    seen.set(foldPath(path), path);
    return other === undefined
      ? []
      : [`${folder}/${path} and ${folder}/${other} are one file on some systems`];
  });
}

/** The version of a generated package belongs to whoever releases it (changesets), so it is kept. */
async function currentVersion(folder: string): Promise<string> {
  const version = await readField(join(folder, "package.json"), "version");
  return version !== undefined && /^\d+\.\d+\.\d+/.test(version) ? version : "0.1.0";
}

import { join } from "node:path";
import type { ContractModel } from "@proviso/compiler";
import { emitHandlerStubs } from "@proviso/emitters";
import type { EmittedFile, PrintedFiles } from "@proviso/emitters";
import type { Config, Output } from "../config/config.ts";
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
  for (const output of context.config.outputs) {
    context.progress(`emitting ${output.emitter.name}`);
    folders.push({ folder: output.folder, files: await emitOutput(model, output, context) });
  }
  return folders;
}

async function emitOutput(
  model: ContractModel,
  output: Output,
  context: EmitContext,
): Promise<readonly EmittedFile[]> {
  const { root, config, templates, runtimeVersions, printed } = context;
  return output.emitter.emit(model, {
    product: config.product,
    wireNames: config.wireNames,
    packageName: packageName(config, output.emitter.name),
    packageVersion: await currentVersion(join(root, output.folder)),
    license: config.license,
    runtimeVersions,
    templates,
    printed,
  });
}

/** Handlers for the host to fill in; an empty folder if the project wants none. */
export async function emitStubs(
  model: ContractModel,
  { config, printed }: EmitContext,
): Promise<EmittedFolder | undefined> {
  if (!config.handlers || !config.outputs.some(({ emitter }) => emitter.name === "server")) return undefined;
  const files = await emitHandlerStubs(model, { serverPackage: packageName(config, "server"), printed });
  return { folder: config.handlers.value, files };
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

function packageName(config: Config, name: string): string {
  return `${config.scope}/${name}`;
}

/** The version of a generated package belongs to whoever releases it (changesets), so it is kept. */
async function currentVersion(folder: string): Promise<string> {
  const version = await readField(join(folder, "package.json"), "version");
  return version !== undefined && /^\d+\.\d+\.\d+/.test(version) ? version : "0.1.0";
}

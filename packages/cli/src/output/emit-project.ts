import { compareText } from "@proviso/compiler";
import type { CompiledContract, DomainModel, KeptContract } from "@proviso/compiler";
import { nameProject, outlineDomain, printNames } from "@proviso/emitters";
import type {
  DomainContext,
  DomainOutline,
  DomainOutput,
  EmittedFile,
  PrintedFiles,
  PrintedShapes,
} from "@proviso/emitters";
import { hashText } from "../cache/hash-text.ts";
import { sourceOf } from "../cache/kept-emission.ts";
import type { EarlierEmission, KeptDomain, KeptEmission, KeptOutput } from "../cache/kept-emission.ts";
import { foldPath, pathProblem } from "../project/path-problem.ts";
import type { Outputs } from "./outputs.ts";
import type { FolderState } from "./read-folder.ts";
import type { WantedFile } from "./record.ts";
import type { Target } from "./targets.ts";

/** What one folder should hold. */
export interface EmittedFolder {
  readonly target: Target;
  readonly files: readonly WantedFile[];
}

export interface Emission {
  readonly folders: readonly EmittedFolder[];
  readonly kept: KeptEmission;
}

/** Whether what was made of a domain was made of this contract, and is still on disk. */
export function isUpToDate(
  domain: KeptDomain,
  contract: KeptContract,
  { targets, outputs }: { readonly targets: readonly Target[]; readonly outputs: Outputs },
): boolean {
  if (domain.source !== sourceOf(contract)) return false;
  return targets.every(({ emitter, folder, isWrittenOnce }) => {
    const { files, links } = outputs.in(folder);
    // What is behind a link counts as not there.
    if (links.length > 0) return false;
    return (domain.outputs[emitter.name]?.files ?? []).every(({ path, hash }) =>
      isWrittenOnce ? files.has(path) : files.get(path) === hash,
    );
  });
}

/** What need not be done again. */
export interface EarlierWork {
  readonly before?: EarlierEmission | undefined;
  readonly shapes: PrintedShapes;
}

/**
 * Emits the domains that were compiled, and the indexes of all. Of the others it takes what was made of them before;
 * undefined, if that no longer holds because a name is another one now: then all have to be compiled.
 */
export async function emitProject(
  contracts: readonly CompiledContract[],
  targets: readonly Target[],
  { before, shapes }: EarlierWork,
  progress: (text: string) => void,
): Promise<Emission | undefined> {
  const domains = contracts
    .map((contract) => startDomain(contract, before))
    .toSorted((a, b) => compareText(a.outline.name, b.outline.name));
  const project = nameProject(domains.map(({ outline }) => outline));
  const names = printNames(project);
  if (names !== before?.names && domains.some(({ model }) => !model)) return undefined;
  const used = new Map<string, string>();
  const printed = printedFiles(before, used);
  // All at once: what one leaves to the formatter is laid out while the next works.
  const emitted = await Promise.all(
    targets.map((target) => {
      progress(`emitting ${target.emitter.name}`);
      return emitTarget(target, domains, { project, shapes, printed });
    }),
  );
  const kept = domains.flatMap(({ path, source, outline, model, kept: earlier }, index) => {
    if (source === undefined) return [];
    const outputs = emitted.map(({ target, outputs: made }) => [target.emitter.name, made[index]]);
    return [
      [path, (!model && earlier) || { source, outline, outputs: Object.fromEntries(outputs) }] as const,
    ];
  });
  return {
    folders: emitted,
    kept: { names, domains: new Map(kept), printed: Object.fromEntries(used) },
  };
}

/** Those of the last run; `used` are kept for the next. */
function printedFiles(before: EarlierEmission | undefined, used: Map<string, string>): PrintedFiles {
  return {
    get(hash) {
      const text = used.get(hash) ?? before?.printed[hash];
      if (text !== undefined) used.set(hash, text);
      return text;
    },
    set: (hash, text) => void used.set(hash, text),
  };
}

interface StartedDomain {
  readonly path: string;
  readonly source: string | undefined;
  readonly outline: DomainOutline;
  /** Absent if what was made of it before still holds. */
  readonly model: DomainModel | undefined;
  readonly kept: KeptDomain | undefined;
}

function startDomain(
  { path, model, kept: contract }: CompiledContract,
  before: EarlierEmission | undefined,
): StartedDomain {
  const kept = before?.domainOf(path);
  const outline = model ? outlineDomain(model) : kept?.outline;
  if (!outline) throw new Error(`${path} was neither compiled nor emitted before`);
  return { path, source: contract && sourceOf(contract), outline, model, kept };
}

interface EmittedTarget extends EmittedFolder {
  /** In the order of the domains. */
  readonly outputs: readonly KeptOutput[];
}

async function emitTarget(
  target: Target,
  domains: readonly StartedDomain[],
  context: Pick<DomainContext, "project" | "shapes" | "printed">,
): Promise<EmittedTarget> {
  const { emitter, options } = target;
  const outputs = await Promise.all(
    domains.map(async ({ model, kept }) => {
      if (!model) return madeBefore(kept?.outputs[emitter.name]);
      const { files, entry } = await emitter.emitDomain(model, { ...options, ...context });
      return { entry, made: madeNow(files, entry) };
    }),
  );
  // The indexes are made while files are formatted.
  const [made, index] = await Promise.all([
    Promise.all(outputs.map((output) => output.made)),
    emitter.emitIndex(
      outputs.map(({ entry }) => entry),
      { ...options, ...context },
    ),
  ]);
  return {
    target,
    files: [...made.flatMap(({ files }) => files), ...index.map(wantedFile)],
    outputs: made.map(({ kept }) => kept),
  };
}

interface MadeOutput {
  readonly files: readonly WantedFile[];
  readonly kept: KeptOutput;
}

/** An output whose entry is there, and whose files may still be formatted. */
interface StartedOutput {
  readonly entry: unknown;
  readonly made: MadeOutput | Promise<MadeOutput>;
}

function madeBefore(kept: KeptOutput | undefined): StartedOutput {
  if (!kept) throw new Error("what was emitted before is not complete");
  return { entry: kept.entry, made: { files: kept.files, kept } };
}

async function madeNow(files: DomainOutput<unknown>["files"], entry: unknown): Promise<MadeOutput> {
  const wanted = (await Promise.all(files)).map(wantedFile);
  return { files: wanted, kept: { files: wanted.map(({ path, hash }) => ({ path, hash })), entry } };
}

function wantedFile({ path, text }: EmittedFile): WantedFile {
  return { path, text, hash: hashText(text) };
}

/** File names that some system could not hold, in words. They come from names in contracts. */
export function unsafePaths({ target, files }: EmittedFolder, disk: FolderState): readonly string[] {
  const { folder } = target;
  const isOnDisk = files.every(({ path }) => disk.files.has(path));
  // Each by itself, so that the system can hold them.
  if (isOnDisk && new Set(files.map(({ path }) => path)).size === files.length) return [];
  const seen = new Map<string, string>();
  return files.flatMap(({ path, text }) => {
    // What is on disk already was looked at when it was written.
    const problem = text === undefined ? undefined : pathProblem(path);
    if (problem) return [`${folder}/${path} ${problem}`];
    const other = seen.get(foldPath(path));
    seen.set(foldPath(path), path);
    return other === undefined
      ? []
      : [`${folder}/${path} and ${folder}/${other} are one file on some systems`];
  });
}

import { compareText, hashData, noLookups, worldOf } from "@proviso/compiler";
import type { CompiledContract, EntryKey, Memo, NameMap, World } from "@proviso/compiler";
import { nameProject, outlineDomain } from "@proviso/emitters";
import type {
  DomainContext,
  DomainOutline,
  EmitOptions,
  EmittedFile,
  PrintedShapes,
} from "@proviso/emitters";
import { outputsGroup } from "../incremental/memo.ts";
import type { Outputs } from "./read-folder.ts";
import { type WantedFile, wantedFile } from "../disk/record.ts";
import type { OutputTarget } from "./targets.ts";

/** The files that a folder should contain. */
export interface EmittedFolder {
  readonly target: OutputTarget;
  readonly files: readonly WantedFile[];
}

export interface EmittedProject {
  readonly folders: readonly EmittedFolder[];
  /** The domains, for whoever names what is in the folders. */
  readonly outlines: readonly DomainOutline[];
}

export interface Emitting {
  readonly memo: Memo;
  /** Shapes of code that were printed before; new ones are added. */
  readonly shapes: PrintedShapes;
  readonly outputs: Outputs;
  readonly history: DomainContext["history"];
  progress(text: string): void;
}

/** Emits every domain, and the indexes. A file that is in the memo and on disk is not emitted again. */
export async function emitProject(
  contracts: readonly CompiledContract[],
  targets: readonly OutputTarget[],
  emitting: Emitting,
): Promise<EmittedProject> {
  const domains = contracts
    .flatMap((contract) => outlinedContract(contract, emitting.memo))
    .toSorted((a, b) => compareText(a.outline.name, b.outline.name));
  const { history } = emitting;
  const outlines = domains.map(({ outline }) => outline);
  const project = nameProject(outlines);
  // All at once: the formatter works on one target's files while the next target is emitted.
  const folders = await Promise.all(
    targets.map((target) => {
      emitting.progress(`emitting ${target.emitter.name}`);
      const options = new Map(Object.entries(target.options));
      return emitTarget(target, domains, worldOf({ options, history, ...project }), emitting);
    }),
  );
  return { folders, outlines };
}

interface OutlinedContract extends CompiledContract {
  readonly modelHash: string;
  readonly outline: DomainOutline;
}

function outlinedContract(contract: CompiledContract, memo: Memo): readonly OutlinedContract[] {
  const { path, modelHash, model } = contract;
  if (modelHash === undefined) return [];
  const key: EntryKey<DomainOutline> = {
    group: outputsGroup(path),
    name: "outline",
    input: modelHash,
  };
  const outline = memo.run(key, noLookups, () => outlineDomain(presentOutputs(path, model())));
  return [{ ...contract, modelHash, outline }];
}

/** What an emitter can look up besides the models. */
type EmitNames = DomainContext["project"] &
  Pick<DomainContext, "history"> & { readonly options: NameMap<unknown> };

async function emitTarget(
  target: OutputTarget,
  domains: readonly OutlinedContract[],
  world: World<EmitNames>,
  emitting: Emitting,
): Promise<EmittedFolder> {
  const { emitter } = target;
  const name = `emit ${emitter.name}`;
  const made = await Promise.all(
    domains.map(({ path, modelHash, model }) =>
      emitFiles(
        { group: outputsGroup(path), name, input: modelHash },
        world,
        { target, ...emitting },
        async (context) => {
          const { files, entry } = await emitter.emitDomain(presentOutputs(path, model()), context);
          return { files: await Promise.all(files), entry };
        },
      ),
    ),
  );
  const input = hashData(made.map(({ entryHash }) => entryHash));
  const index = await emitFiles(
    { group: "indexes", name, input },
    world,
    { target, ...emitting },
    async (context) => {
      const entries = made.map(({ entry }) => entry);
      return { files: await emitter.emitIndex(entries, context), entry: undefined };
    },
  );
  return { target, files: [...made, index].flatMap(({ files }) => files) };
}

/** What the memo keeps of an emitter's result. The texts are on disk. */
interface FolderEmission {
  readonly files: readonly WantedFile[];
  /** The domain's part of the outputs' indexes. */
  readonly entry: unknown;
  readonly entryHash: string;
}

async function emitFiles(
  key: EntryKey<Promise<FolderEmission>>,
  world: World<EmitNames>,
  { memo, shapes, outputs, target }: Emitting & { readonly target: OutputTarget },
  emit: (
    context: DomainContext,
  ) => Promise<{ readonly files: readonly EmittedFile[]; readonly entry: unknown }>,
): Promise<FolderEmission> {
  let texts: readonly WantedFile[] | undefined;
  const make = async (names: EmitNames): Promise<FolderEmission> => {
    const { files, entry } = await emit(emitContextOf(names, shapes));
    texts = files.map(wantedFile);
    return { files: texts.map(({ text: _text, ...file }) => file), entry, entryHash: hashData(entry) };
  };
  const emission = await memo.run(key, world, make);
  if (!texts && !areOnDisk(emission.files, target, outputs)) await make(world.names);
  return { ...emission, files: texts ?? emission.files };
}

function areOnDisk(files: readonly WantedFile[], target: OutputTarget, outputs: Outputs): boolean {
  const { files: found, links } = outputs(target);
  // A file behind a link counts as missing.
  if (links.length > 0) return false;
  return files.every(({ path, hash }) => (target.isWrittenOnce ? found.has(path) : found.get(path) === hash));
}

/** Options whose getters ask the recorder, so that the memo knows which options an emitter used. */
function emitContextOf({ options, history, ...project }: EmitNames, shapes: PrintedShapes): DomainContext {
  const context = { project, history, shapes };
  for (const name of options.keys())
    Object.defineProperty(context, name, { get: () => options.get(name), enumerable: true });
  return context as DomainContext & EmitOptions;
}

function presentOutputs<Model>(path: string, model: Model | undefined): Model {
  if (model === undefined) throw new Error(`${path} has no model any more`);
  return model;
}

import type { ContractModel, Diagnostic, SourceText } from "@proviso/compiler";
import type { Change } from "@proviso/changes";
import type { Json, Manifest } from "@proviso/manifest";
import { UsageError } from "@proviso/terminal";
import { ShapeError, changesSinceLock, type LockedChanges, unacceptedSince } from "@proviso/changes/stored";
import type { ProjectPlace } from "../disk/find-project.ts";
import { applyChanges } from "../disk/transaction.ts";
import { readContractsHere } from "../project/contracts-here.ts";
import {
  type Lock,
  lockFileOf,
  type Lost,
  lostSince,
  printLock,
  lockErrors,
  readLock,
  type Acceptance,
  type Review,
  newLock,
  updateLock,
} from "@proviso/changes/lock";
import { readLockFile } from "./read-lock-file.ts";

export interface LockOptions {
  readonly isCheck: boolean;
  /** The lock of an earlier state, since which everything looser needs an entry. */
  readonly base?: SourceText;
  readonly acceptance?: Acceptance;
  readonly review?: Reviewed;
}

/** With the hashes of contracts as they were reviewed, where the reviewer names them. */
export interface Reviewed extends Review {
  readonly hashes: ReadonlyMap<string, string>;
}

export interface LockResult {
  /** The name of the lock. */
  readonly path: string;
  readonly diagnostics: readonly Diagnostic[];
  /** For showing the diagnostics. */
  readonly texts: readonly SourceText[];
  /** Absent if the contracts or the lock have errors. */
  readonly outcome?: LockOutcome;
}

export interface LockOutcome {
  readonly model: ContractModel;
  /** Whether there was a lock. */
  readonly isThere: boolean;
  readonly loosened: readonly Change[];
  /** Looser than in the lock of the earlier state, and accepted by nobody since. */
  readonly unaccepted: readonly Change[];
  /** What the lock of the earlier state has and this one lacks. */
  readonly lost: readonly Lost[];
  /** Tools whose block is another now; the product is the empty name. */
  readonly outdated: readonly string[];
  /** How many tools there are. */
  readonly tools: number;
  readonly isWritten: boolean;
}

/** Compares a project with its lock, and writes that if nothing is looser, or it is accepted. */
export async function lockProject(place: ProjectPlace, options: LockOptions): Promise<LockResult> {
  const path = lockFileOf(place.configFile);
  const { here: found, ...errors } = await readContractsHere(place);
  if (!found) return { path, ...errors };
  const { manifest: here, model } = found;
  const source = readLockFile(place.root, path);
  const read: Compared = source
    ? compared(source, (lock) => changesSinceLock(lock, here))
    : { diagnostics: [] };
  if (source && read.diagnostics.length > 0) return { path, diagnostics: read.diagnostics, texts: [source] };
  const { lock, found: changes } = read;
  const { acceptance, review } = options;
  for (const name of review?.tools ?? []) checkReviewed(name, review?.hashes.get(name), here);
  if (review && !lock) throw new UsageError(`there is no ${path} to sign: run \`proviso lock\` first`);
  const next = lock && changes ? updateLock(lock, here, changes, acceptance, review) : newLock(here);
  const printed = printLock(next);
  const base = options.base && readLock(options.base);
  if (options.base && base && !base.lock)
    return { path, diagnostics: base.diagnostics, texts: [options.base] };
  const unaccepted = base?.lock ? unacceptedSince(base.lock, next, here) : [];
  const lost = base?.lock && source ? lostSince(base.lock, next) : [];
  const loosened = changes?.loosened ?? [];
  const isSame = source?.text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n") === printed;
  const isWritten = !options.isCheck && !isSame && (loosened.length === 0 || acceptance !== undefined);
  if (isWritten) await applyChanges(place.root, [{ path, text: printed }]);
  const outdated = isSame ? [] : outdatedBlocks(lock, next);
  const outcome = {
    model,
    isThere: source !== undefined,
    loosened,
    unaccepted,
    lost,
    outdated,
    tools: here.tools.length,
    isWritten,
  };
  return { path, diagnostics: [], texts: [], outcome };
}

/** The hash is the beginning of that of the reviewed contract, 16 hexadecimal digits or more. */
function checkReviewed(name: string, reviewed: string | undefined, { tools }: Manifest): void {
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw new UsageError(`there is no tool \`${name}\` to sign off`);
  if (reviewed === undefined || (reviewed.length >= 16 && tool.hash.startsWith(reviewed))) return;
  const now = `the contract of \`${name}\` is ${tool.hash.slice(0, 16)} here`;
  throw new UsageError(`${now}, and ${reviewed || "another"} was reviewed: review it as it is now`);
}

interface Compared {
  readonly diagnostics: readonly Diagnostic[];
  readonly lock?: Lock;
  readonly found?: LockedChanges;
}

function compared(source: SourceText, compare: (lock: Lock) => LockedChanges): Compared {
  const { lock, diagnostics } = readLock(source);
  if (!lock) return { diagnostics };
  try {
    return { lock, found: compare(lock), diagnostics };
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    const span = { file: source.path, start: 0, end: 1, line: 1, column: 1, endLine: 1, endColumn: 2 };
    return { diagnostics: [lockErrors.at(span, "unreadable", { what: error.message })] };
  }
}

function outdatedBlocks(lock: Lock | undefined, next: Lock): readonly string[] {
  const names = [...new Set([...(lock?.tools.keys() ?? []), ...next.tools.keys()])].toSorted();
  const tools = names.filter((name) => stateOf(lock, name) !== stateOf(next, name));
  return tools.length > 0 ? tools : [""];
}

/** The hash of a contract; none for a tool that is gone. */
function stateOf(lock: Lock | undefined, name: string): Json | undefined {
  const tool = lock?.tools.get(name);
  return tool?.isRemoved === false ? tool.contract["hash"] : undefined;
}

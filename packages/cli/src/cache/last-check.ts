import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic, SourceText } from "@proviso/compiler";
import type { ProjectPlace } from "../project/find-project.ts";
import type { Cache } from "./cache.ts";
import type { Disk } from "./disk.ts";
import { changedNames, inputState } from "./project-state.ts";
import type { State, Watched } from "./project-state.ts";

/** What a check found. */
export interface CheckResult {
  readonly diagnostics: readonly Diagnostic[];
  /** How many there are. */
  readonly tools: number;
  readonly contracts: number;
  /** Where `generate` writes. */
  readonly folders: readonly string[];
}

/** A check, and what it saw. */
interface LastCheck extends CheckResult {
  readonly format: typeof format;
  readonly watched: Watched;
  readonly inputs: State;
}

const format = 4;
const name = "check";

/** What the last check found, if it would find the same now. */
export async function readLastCheck(cache: Cache, disk: Disk): Promise<CheckResult | undefined> {
  const last = cache.read<LastCheck>(name);
  if (last?.format !== format) return undefined;
  const inputs = await inputState(last.watched, disk);
  return changedNames(last.inputs, inputs).length === 0 ? last : undefined;
}

export function keepCheck(cache: Cache, check: Omit<LastCheck, "format">): void {
  cache.write(name, { format, ...check });
}

/** The files that findings are in. */
export function readTexts({ root }: ProjectPlace, diagnostics: readonly Diagnostic[]): readonly SourceText[] {
  const paths = [...new Set(diagnostics.map(({ span }) => span.file))].toSorted();
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

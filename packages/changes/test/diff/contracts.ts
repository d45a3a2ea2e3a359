import type { Manifest } from "@proviso/manifest";
import { type ChangeExample, type ContractLines, diffManifests } from "../../src/index.ts";
import { exampleSides } from "../../src/diff/example-manifests.ts";

/** The manifest of a file with one tool, `notes.read`, with these fields. */
export function manifestOf(lines: ContractLines): Manifest {
  return sidesOf({ id: "", path: "", before: lines, after: lines })[0];
}

export function sidesOf(example: ChangeExample): readonly [Manifest, Manifest] {
  const [before, after] = exampleSides(example);
  return [before.manifest, after.manifest];
}

export function idsOf(before: Manifest, after: Manifest): readonly string[] {
  return diffManifests(before, after).map(({ id, path }) => `${id} ${path}`);
}

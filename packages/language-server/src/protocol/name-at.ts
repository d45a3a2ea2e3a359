import type { WrittenName } from "@proviso/compiler/editor";
import type { DocumentPlace } from "../workspace/workspace.ts";

/** The name at an offset of a document. */
export function nameAt({ snapshot, path }: DocumentPlace, offset: number): WrittenName | undefined {
  const { names } = snapshot.names();
  return names.find(({ span }) => span.file === path && span.start <= offset && offset <= span.end);
}

/** Every place of the project that has the same name. */
export function placesOfName(
  { snapshot }: DocumentPlace,
  { kind, name }: WrittenName,
): readonly WrittenName[] {
  return snapshot.names().names.filter((each) => each.kind === kind && each.name === name);
}

import type { Diagnostic } from "../diagnostic.ts";
import type { MapNode } from "../syntax-tree.ts";
import type { Decoded, FileFields } from "./document.ts";
import { fileFields } from "./file-fields.ts";
import { fields } from "./shape.ts";

export type ContractDocument = Decoded<FileFields>;

export interface DecodeResult {
  readonly document?: ContractDocument;
  readonly diagnostics: readonly Diagnostic[];
}

const file = fields("a contract", () => fileFields);

/** Checks a tree field by field. What is wrong is reported and left out, what is right stays. */
export function decode(tree: MapNode): DecodeResult {
  const diagnostics: Diagnostic[] = [];
  const document = file.decode(tree, (diagnostic) => void diagnostics.push(diagnostic));
  return document ? { document, diagnostics } : { diagnostics };
}

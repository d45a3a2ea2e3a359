import type { AnnotationFields } from "./document.ts";
import { type FieldTable, flag } from "./shape.ts";

export const annotationFields: FieldTable<AnnotationFields> = {
  readOnlyHint: {
    shape: flag,
    required: false,
    enforcedBy: "compiler: must agree with the derivation",
    description: "True if the tool changes nothing.",
  },
  destructiveHint: {
    shape: flag,
    required: false,
    enforcedBy: "compiler: must agree with the derivation",
    description: "True if some effect cannot be undone.",
  },
  idempotentHint: {
    shape: flag,
    required: false,
    enforcedBy: "compiler: must agree with the derivation",
    description: "True if a repeated call does nothing more.",
  },
  openWorldHint: {
    shape: flag,
    required: false,
    enforcedBy: "compiler: must agree with the derivation",
    description: "True if the tool deals with the outside.",
  },
  agencyHint: {
    shape: flag,
    required: false,
    enforcedBy: "compiler: must agree with the derivation",
    description: "True if the tool acts as an agent of its own.",
  },
};

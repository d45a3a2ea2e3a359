import type { FailureModeFields, FileFields } from "./document.ts";
import { domainNameShape, effectRule, failureRule, permissionRule, typeRule, verbRule } from "./names.ts";
import { type FieldTable, fields, namedMap, oneOf, text, wholeNumber } from "./shape.ts";
import { toolFields } from "./tool-fields.ts";
import { useShape } from "./use-shape.ts";
import { declaredEffect, schemaNode } from "./values.ts";

export const failureModeFields: FieldTable<FailureModeFields> = {
  description: {
    shape: text(),
    required: true,
    enforcedBy: "documentation, and what the caller reads",
    description: "What went wrong, in a sentence.",
  },
  retry: {
    shape: oneOf(["never", "after", "sameKey"]),
    required: false,
    enforcedBy: "client guard: repeats a call only as this allows",
    description:
      "Whether the same call, which had no effect, may be tried again: not, after a wait, or only under the same key.",
    default: "`never`",
  },
};

/** Every field of a contract file. */
export const fileFields: FieldTable<FileFields> = {
  proviso: {
    shape: wholeNumber(1, 1),
    required: true,
    enforcedBy: "compiler",
    description: "The version of the contract language.",
  },
  domain: {
    shape: domainNameShape,
    required: true,
    enforcedBy: "compiler",
    description: "The first part of every tool's name. A domain may stand in several files.",
  },
  description: {
    shape: text(),
    required: true,
    enforcedBy: "documentation",
    description: "What the domain is about.",
  },
  use: {
    shape: useShape,
    required: false,
    enforcedBy: "compiler",
    description:
      "Files with shared types, permissions, failure modes and effects: a path from this file, such as `../shared/types.yaml`, or a file of a package, such as `@acme/contracts/types.yaml`; one, or a list.",
  },
  types: {
    shape: namedMap(schemaNode, "a map of named types", typeRule),
    required: false,
    enforcedBy: "wherever the type is used",
    description: "Named types, for this file as `name`, for others as `domain.name`.",
  },
  permissions: {
    shape: namedMap(text("what the permission allows"), "a map of permissions", permissionRule),
    required: false,
    enforcedBy: "server, `authorize`",
    description: "Permissions and what each allows; every contract file may use them.",
  },
  failureModes: {
    shape: namedMap(
      fields("a failure mode", () => failureModeFields),
      "a map of failure modes",
      failureRule,
    ),
    required: false,
    enforcedBy: "server, `execute`: a handler fails with nothing else",
    description: "Failures that tools of this file can name, and others as `domain.code`.",
  },
  effects: {
    shape: namedMap(declaredEffect, "a map of effects", effectRule),
    required: false,
    enforcedBy: "wherever the effect is used",
    description:
      "Effects that tools of this file list as `effect: name`, and others as `effect: domain.name`.",
  },
  tools: {
    shape: namedMap(
      fields("a tool", () => toolFields),
      "a map of tools",
      verbRule,
    ),
    required: true,
    enforcedBy: "server, `admit`: what is not here does not exist",
    description: "The tools, by verb.",
  },
};

/** The fields of a file that others `use`: those of a contract, without tools. */
export const usedFileFields: FieldTable<FileFields> = {
  ...fileFields,
  tools: { ...fileFields.tools, required: false },
};

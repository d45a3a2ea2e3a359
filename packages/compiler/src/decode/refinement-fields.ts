import { riskLevels } from "@proviso/manifest";
import type { RefinementFields } from "./document.ts";
import { type FieldTable, list, oneOf, text } from "./shape.ts";
import { condition, confirmationShape, sideEffect, stepUpShape } from "./values.ts";

/**
 * The fields of a refinement. It has no permissions: a caller who may not do the worst that a tool does may not call it at all.
 * It has no autonomy, which follows from the level, and no idempotency and dry run, which follow from the side effects.
 */
export const refinementFields: FieldTable<RefinementFields> = {
  when: {
    shape: condition,
    required: true,
    enforcedBy: "server, `refine`; client guard",
    description: "CEL over `input` alone: it applies where it is the first that is true.",
  },
  riskLevel: {
    shape: oneOf(riskLevels),
    required: false,
    enforcedBy: "compiler, the risk model",
    description: "The level for these inputs.",
    default: "the tool's",
  },
  riskReason: {
    shape: text(),
    required: false,
    enforcedBy:
      "compiler: required at high, where it sends, calls, moves money, deletes or grants; reviewers read it",
    description: "Why the level is lower than the effects ask for.",
    default: "the tool's if the level is the same",
  },
  confirmation: {
    shape: confirmationShape,
    required: false,
    enforcedBy: "server, `confirm`; client guard",
    description: "Whether a person must say yes, who, and where.",
    default: "the tool's if the level is the same or asks as much, else the level's",
  },
  stepUpAuth: {
    shape: stepUpShape,
    required: false,
    enforcedBy: "server, `step-up`",
    description: "When stronger or fresher authentication is needed.",
    default: "the tool's if the level is the same or asks as much, else `never`",
  },
  sideEffects: {
    shape: list(sideEffect, "a list of side effects"),
    required: false,
    enforcedBy: "compiler: hints and risk model; shown when a person confirms",
    description: "All that these inputs change; nothing that the tool itself does not list.",
    default: "the tool's",
  },
};

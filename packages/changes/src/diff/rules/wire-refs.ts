import type { ClauseRule } from "../facts/change-rule.ts";
import { words } from "../facts/words.ts";

export const wireRefs: ClauseRule = words(
  "wireRefs",
  "How repeated types are listed: written out, or once under `$defs`.",
  "The schemas are listed in another form, which accepts the same values.",
  "changed",
);

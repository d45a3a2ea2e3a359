import type { Hints, ToolContract } from "@proviso/manifest";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { dangerous, neutral, opposites, safe } from "../facts/kinds.ts";
import { shown } from "../facts/json-value.ts";

const names = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint", "agencyHint"] as const;
type HintName = keyof Required<Hints>;

/**
 * Whether a hint makes hosts less careful. An absent `agencyHint` is no claim, and asks for no more than `false`. A call that the
 * runtime recognizes when it is repeated, or that only reads, may be repeated: that `idempotentHint` hides nothing.
 */
const isCareless: Readonly<Record<HintName, (tool: ToolContract) => boolean>> = {
  readOnlyHint: ({ hints }) => hints.readOnlyHint,
  destructiveHint: ({ hints }) => !hints.destructiveHint,
  idempotentHint: ({ hints, idempotency }) =>
    hints.idempotentHint && !idempotency?.key.length && !hints.readOnlyHint,
  openWorldHint: ({ hints }) => !hints.openWorldHint,
  agencyHint: ({ hints }) => hints.agencyHint !== true,
};

export const hints: ClauseRule = clauseRule({
  name: "hints",
  summary: "The tool annotations of MCP, by which hosts decide whether to ask.",
  kinds: {
    ...opposites("changed", {
      "hints-loosened": safe("A host that decides by hints asks less often or retries more."),
      "hints-tightened": dangerous("A host that decides by hints asks more often, or does not retry."),
    }),
    ...neutral("changed", {
      "hints-changed": safe(
        "A hint follows from another clause that changed, or says `false` where it said nothing.",
      ),
    }),
  },
  find: (before, after) =>
    names.flatMap((name) => {
      const [was, is] = [before.hints[name], after.hints[name]];
      if (was === is) return [];
      const [wasCareless, isNow] = [isCareless[name](before), isCareless[name](after)];
      const id = wasCareless === isNow ? "hints-changed" : isNow ? "hints-loosened" : "hints-tightened";
      const says = `has another hint: \`${name}\` was ${shown(was, "not stated")} and is ${shown(is, "not stated")}`;
      return [{ id, path: `hints.${name}`, before: was, after: is, says }];
    }),
});

import type { Json, ToolContract } from "@proviso/manifest";
import type { Verdicts } from "./change.ts";
import { type ChangeExample, type ClauseRule, clauseRule } from "./change-rule.ts";
import { isSame, shown } from "./json-value.ts";

interface WordsSpec<Name extends string> {
  readonly name: Name;
  readonly summary: string;
  readonly means: string;
  readonly path: string;
  readonly value: (tool: ToolContract) => Json | undefined;
  readonly model: Verdicts["model"];
  readonly examples: readonly ChangeExample<`${NoInfer<Name>}-changed`>[];
}

/** A rule for what is read and decides nothing. */
export function wordsRule<Name extends string>(spec: WordsSpec<Name>): ClauseRule<`${Name}-changed`> {
  const { name, summary, means, path, value, model, examples } = spec;
  const id = `${name}-changed` as const;
  const kinds = {
    [id]: { callers: "safe", safety: "unchanged", model, means, reverse: id },
  } as ClauseRule<typeof id>["kinds"];
  return clauseRule<typeof id>({
    name,
    summary,
    kinds,
    examples,
    find(before, after) {
      const [was, is] = [value(before), value(after)];
      if (isSame(was, is)) return [];
      const says = is === undefined ? `no longer has \`${path}\`` : `has another \`${path}\`: ${shown(is)}`;
      return [{ id, path, before: was, after: is, says }];
    },
  });
}

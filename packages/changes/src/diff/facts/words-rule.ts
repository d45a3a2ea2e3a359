import type { ToolContract } from "@proviso/manifest";
import type { Verdicts } from "./change.ts";
import { type ClauseRule, clauseRule } from "./change-rule.ts";
import { isSame, json, shown } from "./json-value.ts";
import { neutral, safe } from "./kinds.ts";

/** A field of a tool that has the same name in YAML. */
type WordsField =
  | "title"
  | "icons"
  | "wireRefs"
  | "description"
  | "summary"
  | "category"
  | "metadata"
  | "examples";

interface WordsSpec {
  readonly summary: string;
  readonly means: string;
  readonly model?: Verdicts["model"];
}

/** A rule for a field that is read and decides nothing. */
export function wordsRule(field: WordsField, spec: WordsSpec): ClauseRule {
  const { summary, means, model = "unchanged" } = spec;
  const name = field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const id = `${name}-changed`;
  return clauseRule<string>({
    name,
    summary,
    kinds: neutral(model, { [id]: safe(means) }),
    find(before: ToolContract, after: ToolContract) {
      const [was, is] = [json(before[field]), json(after[field])];
      if (isSame(was, is)) return [];
      const says = is === undefined ? `no longer has \`${field}\`` : `has another \`${field}\`: ${shown(is)}`;
      return [{ id, path: field, before: was, after: is, says }];
    },
  });
}

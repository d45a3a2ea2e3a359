import { isStepOf } from "@proviso/manifest";
import { type ToolRule, toolRule } from "./facts/rule.ts";

export const invalidSteps: ToolRule = toolRule({
  code: "contract/invalid-steps",
  summary: "A tool with steps recognizes a repeated call, which goes on, and each step has one name.",
  check({ tool, written }, report) {
    const names = (written.steps ?? []).flatMap(({ fields: { name } }) => name ?? []);
    for (const [at, { span, value }] of names.entries())
      for (const { value: other } of names.slice(0, at))
        if (isStepOf(other, value) || isStepOf(value, other))
          report(`\`${other}\` and \`${value}\` name the same step`, span, "give each a name of its own");
    const [first] = names;
    if (first && !tool.idempotency?.key.length)
      report(`no repeated call goes on after these steps`, first.span, "add `idempotency` with a `key`");
  },
});

import { acceptedNames } from "@proviso/manifest";
import { type ProjectRule, projectRule } from "./facts/rule.ts";

export const namesOtherTool: ProjectRule = projectRule({
  code: "lint/names-other-tool",
  severity: "warning",
  summary: "The texts of a tool name no other tool.",
  check({ contracts }, report) {
    const tools = contracts.flatMap((contract) => contract.tools);
    const toolsMentioning = tools.filter(({ mentions }) => mentions.length > 0);
    if (toolsMentioning.length === 0) return;
    const known = new Map(tools.flatMap((tool) => acceptedNames(tool).map((name) => [name, tool] as const)));
    for (const { name, mentions } of toolsMentioning)
      for (const { word, span } of mentions) {
        const other = known.get(word);
        if (!other || other.name === name) continue;
        const secret = other.riskLevel === "forbidden" ? ", which agents may not know of" : "";
        report(
          `this text of \`${name}\` names the tool \`${other.name}\`${secret}`,
          span,
          "describe what is meant; a caller may not have that tool, and a model may read its name as an instruction to call it",
        );
      }
  },
});

import { flowOf } from "@proviso/manifest";
import type { ToolFacts } from "./facts/facts.ts";
import { schemaProblem } from "./facts/reconcile-facts.ts";
import { type ProjectRule, projectRule } from "./facts/rule.ts";

export const reconcileCannotTell: ProjectRule = projectRule({
  code: "contract/reconcile-cannot-tell",
  summary:
    "The tool named by `reconcile` only reads, asks nobody, takes the call's `callId`, returns what the call returns, and needs no other permission.",
  check({ contracts }, report) {
    const tools = new Map(contracts.flatMap((contract) => contract.tools.map((tool) => [tool.name, tool])));
    for (const writer of tools.values()) {
      const { reconcile } = writer;
      const reader = reconcile && tools.get(reconcile.by);
      const problem = reader && problemOf(writer, reader);
      if (reconcile && problem !== undefined)
        report(`\`${reconcile.by}\` cannot tell what became of a call: it ${problem}`, reconcile.span);
    }
  },
});

function problemOf(writer: ToolFacts, reader: ToolFacts): string | undefined {
  if (reader.readerProblem !== undefined) return reader.readerProblem;
  const permission = reader.permissions.find((each) => !writer.permissions.includes(each));
  if (permission !== undefined)
    return `needs the permission \`${permission}\`, which this tool does not need`;
  const { readsPrivate, returnsUntrusted } = flowOf(reader);
  const own = flowOf(writer);
  if (readsPrivate && !own.readsPrivate) return "reads private data, which this tool does not";
  if (returnsUntrusted && !own.returnsUntrusted) return "returns untrusted text, which this tool does not";
  const [called, asked] = [writer.reconcile?.schemas, reader.reader];
  return called && asked ? schemaProblem(called, asked) : "cannot stand for a result of content blocks";
}

import { canonicalJson } from "@proviso/manifest";
import type { Clause, Step } from "../model.ts";
import { isVoid, refuted, survived, wasDone } from "./facts.ts";

const unknown = "no_such_tool_of_verify";

export const forbidden: Clause = {
  name: "forbidden",
  summary: "The answer for a forbidden tool is that for a tool that does not exist.",
  isOfServer: true,
  isOnce: true,
  claim: (_tool, world) =>
    world.forbidden.length > 0
      ? { text: `${world.forbidden.join(", ")} cannot be told from unknown tools`, source: "contract" }
      : undefined,
  actions: (_tool, _args, world) =>
    [unknown, ...world.forbidden].map((tool) => ({ kind: "call", tool, arguments: {} }) as const),
  judge(_tool, [reference, ...steps], world) {
    const listed = world.tools.find(({ name }) => world.forbidden.includes(name));
    if (listed) return refuted(`\`${listed.name}\` is listed`);
    if (!reference || reference.answer.kind === "none") return isVoid;
    const done = steps.find(wasDone);
    if (done) return refuted(`a forbidden tool answered: ${nameOf(done)}`);
    const different = steps.find((step) => answerText(step) !== answerText(reference));
    return different
      ? refuted(`the answer for \`${nameOf(different)}\` is not that for an unknown tool`)
      : survived;
  },
};

const nameOf = ({ action }: Step): string => (action.kind === "call" ? action.tool : "");

/** The answer without its time, and with the tool's name taken out. */
function answerText(step: Step): string {
  const { ms: _, ...answer } = step.answer;
  return canonicalJson(JSON.parse(JSON.stringify(answer))).replaceAll(nameOf(step), "");
}

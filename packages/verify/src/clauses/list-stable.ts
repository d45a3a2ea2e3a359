import { canonicalJson, isObject } from "@proviso/manifest";
import type { Clause, Judgement, Step } from "../model.ts";
import { isVoid, refuted, survived } from "./facts.ts";

export const listStable: Clause = {
  name: "list-stable",
  summary: "A call does not change the list of tools, unless the server says so.",
  claim: () => ({ text: "a call of it leaves the list of tools as it was", source: "protocol" }),
  actions: (tool, args) => [
    { kind: "list" },
    { kind: "call", tool: tool?.name ?? "", arguments: args },
    { kind: "list" },
  ],
  judge: (_tool, steps) => judgeLists(steps),
};

export const listAfterRestart: Clause = {
  name: "list-after-restart",
  summary: "The list of tools is the same again, and after a restart.",
  isOfServer: true,
  isOnce: true,
  claim: () => ({ text: "its list of tools is the same each time", source: "protocol" }),
  actions: () => [{ kind: "list" }, { kind: "list" }, { kind: "restart" }, { kind: "list" }],
  judge: (_tool, steps) => judgeLists(steps),
};

function judgeLists(steps: readonly Step[]): Judgement {
  const lists = steps.filter(({ answer }) => answer.kind === "listed");
  const [first, ...others] = lists;
  if (!first || others.length === 0) return isVoid;
  if (first.answer.code === "unannounced") return refuted("the list is another one since it was last read");
  const changed = others.find(
    ({ answer }) =>
      answer.code !== "announced" &&
      canonicalJson(answer.value ?? {}) !== canonicalJson(first.answer.value ?? {}),
  );
  return changed ? refuted(`the list changed: ${namesOf(first, changed).join(", ")}`) : survived;
}

/** Tools whose definitions differ between two lists. */
function namesOf(first: Step, other: Step): readonly string[] {
  const [was, is] = [first, other].map(({ answer }) => (isObject(answer.value) ? answer.value : {}));
  const names = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])];
  return names.filter((name) => was?.[name] !== is?.[name]);
}

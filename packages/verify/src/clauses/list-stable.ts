import { canonicalJson, isObject, type JsonObject } from "@proviso/manifest";
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
  judge: (_tool, steps, { firstList }) => judgeLists(steps, firstList),
};

export const listAfterRestart: Clause = {
  name: "list-after-restart",
  summary: "The list of tools is the same again, and after a restart.",
  isOfServer: true,
  isOnce: true,
  claim: () => ({ text: "its list of tools is the same each time", source: "protocol" }),
  actions: () => [{ kind: "list" }, { kind: "list" }, { kind: "restart" }, { kind: "list" }],
  judge: (_tool, steps, { firstList }) => judgeLists(steps, firstList),
};

function judgeLists(steps: readonly Step[], firstList: JsonObject): Judgement {
  const lists = steps.filter(({ answer }) => answer.kind === "listed");
  // A list that was announced may come again, and so may the first: a restart brings it back.
  const known = [firstList, ...lists.filter(({ answer }) => answer.code === "announced").map(listOf)].map(
    canonicalJson,
  );
  const changed = lists.find((step) => !known.includes(canonicalJson(listOf(step))));
  if (changed) return refuted(`the list changed: ${namesOf(firstList, listOf(changed)).join(", ")}`);
  return lists.length > 0 ? survived : isVoid;
}

function listOf({ answer }: Step): JsonObject {
  return isObject(answer.value) ? answer.value : {};
}

/** Tools whose definitions differ between two lists. */
function namesOf(was: JsonObject, is: JsonObject): readonly string[] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names.filter((name) => was[name] !== is[name]);
}

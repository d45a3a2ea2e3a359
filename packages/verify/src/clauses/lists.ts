import { canonicalJson, isObject, type JsonObject } from "@proviso/manifest";
import type { Clause, Step, Tool } from "../model.ts";
import { contractList, declaredEffects } from "./contract.ts";
import { callOf, claimIf, judging, wasAnswered, wasDone } from "./facts.ts";

const wasListed = ({ answer }: Step): boolean => answer.kind === "listed";
const listOf = ({ answer }: Step): JsonObject => (isObject(answer.value) ? answer.value : {});

const judgeLists: Clause["judge"] = judging((_tool, steps, { firstList }) => {
  const lists = steps.filter(wasListed);
  // A list that was announced may come again, and so may the first: a restart brings it back.
  const announced = lists.filter(({ answer }) => answer.code === "announced").map(listOf);
  const known = [firstList, ...announced].map(canonicalJson);
  const changed = lists.map(listOf).find((list) => !known.includes(canonicalJson(list)));
  if (!changed) return undefined;
  const names = Object.keys({ ...firstList, ...changed });
  return `the list changed: ${names.filter((name) => firstList[name] !== changed[name]).join(", ")}`;
}, wasListed);

export const listStable: Clause = {
  name: "list-stable",
  claim: () => claimIf(true, "a call of it leaves the list of tools as it was", "protocol"),
  actions: (tool, args) => [{ kind: "list" }, callOf(tool, args), { kind: "list" }],
  judge: judgeLists,
};

export const listAfterRestart: Clause = {
  name: "list-after-restart",
  isOfServer: true,
  isOnce: true,
  claim: () => claimIf(true, "its list of tools is the same each time", "protocol"),
  actions: () => [{ kind: "list" }, { kind: "list" }, { kind: "restart" }, { kind: "list" }],
  judge: judgeLists,
};

export const hintsAgree: Clause = {
  name: "hints-agree",
  isOnce: true,
  claim: (tool) => claimIf(tool?.contract !== undefined, "its hints say what its contract says"),
  actions: () => [{ kind: "list" }],
  judge: judging(
    (tool) => tool && contradictionIn(tool),
    () => true,
  ),
};

function contradictionIn(tool: Tool): string | undefined {
  const { readOnlyHint, destructiveHint, openWorldHint } = tool.annotations;
  const effects = declaredEffects(tool) ?? [];
  if (effects.length > 0 && readOnlyHint === true)
    return "readOnlyHint is true, and the contract declares side effects";
  if (effects.includes("deletes") && destructiveHint === false)
    return "destructiveHint is false, and the contract declares that it deletes";
  const sideEffects = contractList(tool, "sideEffects").filter(isObject);
  return openWorldHint === false && sideEffects.some(({ external }) => external === true)
    ? "openWorldHint is false, and the contract declares an external effect"
    : undefined;
}

const unknown = "no_such_tool_of_verify";

export const forbidden: Clause = {
  name: "forbidden",
  isOfServer: true,
  isOnce: true,
  claim: (_tool, world) =>
    claimIf(world.forbidden.length > 0, `${world.forbidden.join(", ")} cannot be told from unknown tools`),
  actions: (_tool, _args, world) => [unknown, ...world.forbidden].map((name) => callOf({ name }, {})),
  judge: judging(
    (_tool, [reference, ...steps], { tools, forbidden: names }) => {
      const listed = tools.find(({ name }) => names.includes(name));
      if (listed) return `\`${listed.name}\` is listed`;
      if (!reference || !wasAnswered(reference)) return undefined;
      const done = steps.find(wasDone);
      if (done) return `a forbidden tool answered: ${nameOf(done)}`;
      const different = steps.find((step) => answerText(step) !== answerText(reference));
      return different && `the answer for \`${nameOf(different)}\` is not that for an unknown tool`;
    },
    (step) => nameOf(step) === unknown && wasAnswered(step),
  ),
};

const nameOf = ({ action }: Step): string => (action.kind === "call" ? action.tool : "");

/** The answer without its time, and with the tool's name taken out. */
function answerText(step: Step): string {
  const { ms: _, ...answer } = step.answer;
  return canonicalJson(JSON.parse(JSON.stringify(answer))).replaceAll(nameOf(step), "");
}

import type { ToolContract } from "@proviso/manifest";
import { anna, ben, tool } from "../sample.ts";
import type { Scenario } from "./model.ts";
import { carla, dora, operator, other, person, two } from "./people.ts";

const one: ToolContract = tool(other);
const both: ToolContract = tool(two);
const changed: ToolContract = tool({ ...other, title: "Another" });
const wish = { contract: one };
const yes = { as: carla, verdict: "approve" } as const;
const no = { as: dora, verdict: "deny" } as const;
const annaAsOperator = { operator: "anna" };

/** What can happen at once to one approval. Callers are agents that call until they run out of calls. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  "two processes and one approver": {
    callers: { one: [wish, wish], two: [wish, wish] },
    people: { carla: yes },
  },
  "a call that is late": { callers: { one: [wish], two: [wish, wish, wish] }, people: { carla: yes } },
  "a denial at any time": { callers: { one: [wish, wish, wish] }, people: { carla: yes, dora: no } },
  "an expiry at any time": { callers: { one: [wish, wish, wish] }, people: { carla: yes }, time: true },
  "a pause at any time": { callers: { one: [wish, wish] }, people: { carla: yes }, pauses: true },
  "two approvers, one of whom decides twice": {
    callers: { one: [{ contract: both }, { contract: both }, { contract: both }] },
    people: { carla: { as: carla, verdict: "approve" }, again: { as: carla, verdict: "approve" } },
  },
  "two approvers": {
    callers: { one: [{ contract: both }, { contract: both }] },
    people: { carla: yes, dora: { as: dora, verdict: "approve" } },
  },
  "two approvers, one of them an operator": {
    callers: { one: [{ contract: both }, { contract: both }] },
    people: { carla: yes, olga: { as: operator, verdict: "approve" } },
  },
  "an approver who asked": {
    callers: { one: [wish, wish] },
    people: { anna: { as: person("anna", { permissions: ["notes:approve"] }), verdict: "approve" } },
  },
  "an operator with the name of whoever asked": {
    callers: { one: [wish, wish] },
    people: { anna: { as: annaAsOperator, verdict: "approve" } },
  },
  "other arguments": {
    callers: { one: [wish, { ...wish, text: "b" }], two: [{ ...wish, text: "b" }] },
    people: { carla: yes },
  },
  "another caller": {
    callers: { one: [{ ...wish, principal: anna }, wish], two: [{ ...wish, principal: ben }] },
    people: { carla: yes },
  },
  "a changed contract": {
    callers: { one: [wish, { contract: changed }, wish] },
    people: { carla: yes },
  },
  "a changed plan": {
    callers: {
      one: [
        { ...wish, plan: "p1" },
        { ...wish, plan: "p2" },
        { ...wish, plan: "p1" },
      ],
    },
    people: { carla: yes },
  },
  "processes that are killed": {
    callers: { one: [wish, wish], two: [wish, wish] },
    people: { carla: yes },
    mortal: ["one", "carla"],
  },
};

import type { ToolContract } from "@proviso/manifest";
import { anna, ben, highRisk, tool } from "../sample.ts";
import { freshLogIn, type Scenario } from "./model.ts";
import { carla, dora, operator, other, person, two } from "./people.ts";

const one: ToolContract = tool(other);
const both: ToolContract = tool(two);
const changed: ToolContract = tool({ ...other, title: "Another" });
const numbers = {
  type: "object",
  properties: { text: { type: "string" }, amount: { type: "integer", minimum: 2 } },
  additionalProperties: false,
} as const;
const edit = ["amount"];
const narrow: ToolContract = tool({
  ...other,
  inputSchema: numbers,
  confirmation: { ...other.confirmation, edit },
});
const narrowBoth: ToolContract = tool({
  ...two,
  inputSchema: numbers,
  confirmation: { ...two.confirmation, edit },
});
const several: ToolContract = tool({ ...other, confirmation: { ...other.confirmation, together: 2 } });
const three: ToolContract = tool({ ...other, confirmation: { ...other.confirmation, together: 3 } });
const first = { contract: several, text: "a" };
const second = { contract: several, text: "b" };
const third = { contract: several, text: "c" };
const atOnce = { as: carla, verdict: "approve", together: true } as const;
const refund = { contract: narrow, amount: 9 };
const wish = { contract: one };
const yes = { as: carla, verdict: "approve" } as const;
const no = { as: dora, verdict: "deny" } as const;
const fresh = person("anna", { authTime: freshLogIn });
const stale = person("anna", { authTime: freshLogIn - 3600 });
const logIn = { maxAgeMs: 60_000 };
const own: ToolContract = tool(highRisk);
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
  "a log-in of whoever asked, and an approver": {
    callers: {
      one: [
        { ...wish, logIn },
        { ...wish, logIn },
      ],
    },
    people: {
      carla: {
        ...yes,
        as: person("carla", { permissions: ["notes:write", "notes:approve"], authTime: freshLogIn }),
      },
      anna: { as: fresh, verdict: "approve" },
    },
  },
  "a log-in that is too old": {
    callers: {
      one: [
        { contract: own, logIn },
        { contract: own, logIn },
      ],
    },
    people: { stale: { as: stale, verdict: "approve" }, fresh: { as: fresh, verdict: "approve" } },
  },
  "an old log-in of one token, and a newer one of another": {
    callers: {
      one: [{ contract: own, logIn, principal: { ...anna, authTime: freshLogIn } }],
      two: [
        { contract: own, logIn },
        { contract: own, logIn },
      ],
    },
    people: { anna: { as: stale, verdict: "approve" } },
  },
  "a log-in that becomes too old": {
    callers: { one: [{ contract: own }, { contract: own, logIn }, { contract: own, logIn }] },
    people: { anna: { as: stale, verdict: "approve" } },
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
  "a change at any time": {
    callers: { one: [refund], two: [refund, refund] },
    people: { carla: { ...yes, amount: 5 } },
    isKnown: true,
  },
  "a change to what the contract does not allow": {
    callers: { one: [refund, refund, refund] },
    people: { carla: { ...yes, amount: 10 }, dora: { as: dora, verdict: "approve", amount: 1 } },
    isKnown: true,
  },
  "a change while others approve": {
    callers: {
      one: [
        { contract: narrowBoth, amount: 9 },
        { contract: narrowBoth, amount: 9 },
      ],
    },
    people: { carla: yes, dora: { as: dora, verdict: "approve", amount: 5 } },
    isKnown: true,
  },
  "a change of a planned call": {
    callers: { one: [1, 2, 3].map(() => ({ ...refund, plan: "p" })) },
    people: { carla: { ...yes, amount: 5 }, again: yes },
  },
  "a change, and the changed call by itself": {
    callers: { one: [refund, refund], two: [{ ...refund, amount: 5 }] },
    people: { carla: { ...yes, amount: 5 } },
    isKnown: true,
  },
  "a change by a process that is killed": {
    callers: { one: [refund, refund] },
    people: { carla: { ...yes, amount: 5 }, dora: { as: dora, verdict: "approve" } },
    mortal: ["one", "carla"],
    isKnown: true,
  },
  "several calls at once": {
    callers: { one: [first, second, first], two: [second] },
    people: { carla: atOnce },
  },
  "more calls at once than the contract allows": {
    callers: { one: [first, second, third, first] },
    people: { carla: atOnce },
  },
  "several calls at once, and one that comes later": {
    callers: { one: [first, second, third, third].map((each) => ({ ...each, contract: three })) },
    people: { carla: atOnce },
  },
  "several calls at once of several callers": {
    callers: { one: [{ ...first, principal: anna }], two: [{ ...first, principal: ben }] },
    people: { carla: atOnce },
  },
  "several calls at once, of which one is denied": {
    callers: { one: [first, second] },
    people: { carla: atOnce, dora: no },
  },
  "several calls at once by a process that is killed": {
    callers: { one: [first, second, first, second] },
    people: { carla: atOnce },
    mortal: ["carla"],
  },
  "processes that are killed": {
    callers: { one: [wish, wish], two: [wish, wish] },
    people: { carla: yes },
    mortal: ["one", "carla"],
  },
};

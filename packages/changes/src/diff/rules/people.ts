import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";

const forbidden = { riskLevel: "forbidden" };

export const people: ClauseRule = clauseRule({
  name: "people",
  summary: "Whether people may call a forbidden tool themselves.",
  kinds: {
    "people-allowed": {
      callers: "safe",
      safety: "loosened",
      model: "unchanged",
      means: "People can call a tool that nobody could call. Agents still cannot.",
      reverse: "people-no-longer-allowed",
    },
    "people-no-longer-allowed": {
      callers: "breaking",
      safety: "tightened",
      model: "unchanged",
      means: "Nobody can call the tool any more, people neither.",
      reverse: "people-allowed",
    },
  },
  examples: [
    {
      id: "people-allowed",
      path: "people",
      before: forbidden,
      after: { ...forbidden, people: "allowed", stepUpAuth: "always" },
    },
  ],
  find({ people: was }, { people: is }) {
    if (was === is) return [];
    const [id, says] =
      is === undefined
        ? (["people-no-longer-allowed", "can be called by nobody any more"] as const)
        : (["people-allowed", "can be called by people"] as const);
    return [{ id, path: "people", before: was, after: is, says }];
  },
});

import type { Change, Clause, Step } from "../model.ts";
import { declaredEffects } from "./contract.ts";
import { callOf, changesIn, claimIf, effectsIn, judging, needsOracle, told } from "./facts.ts";

export const readsOnly: Clause = {
  name: "reads-only",
  claim(tool) {
    const effects = declaredEffects(tool);
    return effects === undefined
      ? claimIf(tool?.annotations["readOnlyHint"] === true, "it only reads", "hint")
      : claimIf(effects.length === 0, "it has no side effects");
  },
  missing: needsOracle,
  judge: judging((_tool, steps) => told("a call changed something", effectsIn(steps))),
};

/** Kinds of side effect, one of which has to be declared for a change. */
const kindsFor: Readonly<Record<Change["kind"], readonly string[]>> = {
  // A message or a payment leaves a record.
  added: ["creates", "updates", "sends", "calls", "pays", "refunds", "grants", "unclassified"],
  changed: ["updates", "deletes", "pays", "refunds", "grants", "unclassified"],
  // An update may write a thing under another name.
  removed: ["deletes", "updates", "unclassified"],
  sent: ["sends", "calls", "pays", "refunds", "unclassified"],
  asked: [],
  started: ["calls", "unclassified"],
};

/** A call whose effects nobody saw says nothing of them: the data may be where nothing is watched. */
const changedSomething = (step: Step): boolean => effectsIn([step]).length > 0;

export const effectsDeclared: Clause = {
  name: "effects-declared",
  claim(tool) {
    const effects = new Set(declaredEffects(tool));
    return claimIf(effects.size > 0, `it ${[...effects].join(", ")}, and nothing else`);
  },
  missing: needsOracle,
  judge: judging((tool, steps) => {
    const declared = declaredEffects(tool) ?? [];
    const isDeclared = ({ kind }: Change): boolean => kindsFor[kind].some((each) => declared.includes(each));
    const undeclared = effectsIn(steps).filter((each) => !isDeclared(each));
    return told("a call had an effect that is not declared", undeclared);
  }, changedSomething),
};

export const addsOnly: Clause = {
  name: "adds-only",
  claim(tool) {
    const { readOnlyHint, destructiveHint } = tool?.annotations ?? {};
    const isMade = readOnlyHint !== true && destructiveHint === false;
    return claimIf(isMade, "it only adds (destructiveHint: false)", "hint");
  },
  missing: needsOracle,
  judge: judging((tool, steps) => {
    // A contract may call an update harmless that can be undone.
    const kinds = tool?.contract ? ["removed"] : ["removed", "changed"];
    const destroyed = effectsIn(steps).filter(({ kind }) => kinds.includes(kind));
    return told("a call did not only add", destroyed);
  }),
};

const isOutside = (oracle: string): boolean => oracle === "http" || oracle === "mail";

export const closedWorld: Clause = {
  name: "closed-world",
  claim(tool) {
    const text = "it reaches nothing outside of its system (openWorldHint: false)";
    return claimIf(tool?.annotations["openWorldHint"] === false, text, "hint");
  },
  missing: (_tool, { oracles }) =>
    oracles.some(isOutside) ? undefined : "an oracle that sees requests or mail: --http or --mail",
  judge: judging((_tool, steps) => {
    const contacts = changesIn(steps).filter(({ oracle }) => isOutside(oracle));
    return told("a call reached outside", contacts);
  }),
};

export const dryRun: Clause = {
  name: "dry-run",
  isFresh: true,
  claim: (tool) => claimIf(tool?.contract?.["dryRun"] !== undefined, "a dry run changes nothing"),
  missing: needsOracle,
  actions: (tool, args) => [callOf(tool, { ...args, dryRun: true })],
  judge: judging((_tool, steps) => told("a dry run changed something", effectsIn(steps))),
};

import type { SideEffect, ToolContract } from "@proviso/manifest";
import type { FoundChange } from "../facts/change.ts";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { dangerous, neutral, opposites, safe } from "../facts/kinds.ts";
import { isSame, json } from "../facts/json-value.ts";
import { place } from "../facts/place.ts";

export const sideEffects: ClauseRule = clauseRule({
  name: "side-effects",
  summary:
    "The state changes that the contract admits. Judged by what the checks do with them: who is asked, and about what.",
  kinds: {
    ...opposites("unchanged", {
      "side-effect-no-longer-declared": dangerous(
        "The contract no longer admits an effect. Whether the handler still has it is not visible, and the checks that followed from it are gone.",
      ),
      "side-effect-declared": dangerous(
        "The contract admits another effect, so more checks apply to each call. Whether the product should do it is for reviewers to say.",
      ),
    }),
    ...opposites("unchanged", {
      "side-effect-made-milder": safe(
        "An effect counts as reversible or as internal now, so fewer checks follow from it.",
      ),
      "side-effect-made-worse": dangerous(
        "An effect counts as irreversible or as external now, so more checks follow from it.",
      ),
    }),
    ...neutral("changed", {
      "side-effect-reworded": safe(
        "An effect is described otherwise. People who approve a call read the description, and models read it in `llms.txt`.",
        "people who approve a call",
      ),
    }),
  },
  find(before: ToolContract, after: ToolContract) {
    const { pairs, removed, added } = pairEffects(before.sideEffects, after.sideEffects);
    return [
      ...pairs.flatMap(([was, is]) => effectChanges(was, is)),
      ...removed.map((effect): FoundChange => ({
        id: "side-effect-no-longer-declared",
        path: place("sideEffects", effect.kind),
        before: json(effect),
        says: `no longer declares that it ${phrase(effect)}`,
      })),
      ...added.map((effect): FoundChange => ({
        id: "side-effect-declared",
        path: place("sideEffects", effect.kind),
        after: json(effect),
        says: `declares that it ${phrase(effect)}`,
      })),
    ];
  },
});

function effectChanges(was: SideEffect, is: SideEffect): readonly FoundChange[] {
  const values = { path: place("sideEffects", is.kind), before: json(was), after: json(is) };
  const facts = `${is.reversible ? "reversible" : "irreversible"} and ${is.external ? "external" : "internal"}`;
  const judged = `says that an effect is ${facts}: ${phrase(is)}`;
  const isMilder = (is.reversible && !was.reversible) || (!is.external && was.external);
  const isWorse = (!is.reversible && was.reversible) || (is.external && !was.external);
  const isReworded = was.description !== is.description;
  const found: readonly (readonly [boolean, string, string])[] = [
    [isMilder, "side-effect-made-milder", judged],
    [isWorse, "side-effect-made-worse", judged],
    [isReworded, "side-effect-reworded", `describes an effect otherwise: it ${phrase(is)}`],
  ];
  return found.flatMap(([isThere, id, says]) => (isThere ? [{ id, ...values, says }] : []));
}

function phrase({ kind, description }: SideEffect): string {
  return `\`${kind}\` "${description}"`;
}

/** The most alike first: equal, then of equal kind and description, then of equal kind. */
const alike: readonly ((one: SideEffect, other: SideEffect) => boolean)[] = [
  isSame,
  (one, other) => one.kind === other.kind && one.description === other.description,
  (one, other) => one.kind === other.kind,
];

function pairEffects(before: readonly SideEffect[], after: readonly SideEffect[]) {
  const [removed, added] = [new Set(before), new Set(after)];
  const pairs: (readonly [SideEffect, SideEffect])[] = [];
  for (const isAlike of alike)
    for (const was of removed) {
      const is = [...added].find((each) => isAlike(was, each));
      if (!is) continue;
      pairs.push([was, is]);
      removed.delete(was);
      added.delete(is);
    }
  return { pairs, removed: [...removed], added: [...added] };
}

import { effectiveContract, personAsked } from "@proviso/client";
import type { Asked, ToolContract } from "@proviso/client";
import { viewEffects } from "./effects.ts";
import { viewRisk } from "./risk.ts";
import { indent, visible, wrap } from "./text.ts";

const askedViewWords: Readonly<Record<Asked, string>> = {
  never: "never",
  sometimes: "for some calls",
  always: "every time",
};

/** When a person is asked, by the functions with which server and guard decide it. */
export function viewAsked(contract: ToolContract): string {
  const { server, test, live } = personAsked(contract);
  const guarded =
    test === live ? askedViewWords[live] : `${askedViewWords[test]} in test, ${askedViewWords[live]} in live`;
  const parts = [
    guarded,
    ...(server === live && server === test ? [] : [`the server itself asks ${askedViewWords[server]}`]),
    ...(contract.confirmation.kind === "when"
      ? [`the server asks when ${visible(contract.confirmation.condition)}`]
      : []),
  ];
  return parts.join("; ");
}

/** The rules for some arguments, in the order in which their conditions are evaluated. */
export function viewRefinements(contract: ToolContract): string {
  return (contract.refinements ?? [])
    .map((refinement) => {
      const variant = { ...effectiveContract(contract, refinement), refinements: [] };
      const asked = `a person is asked: ${viewAsked(variant)}`;
      const head = `${viewRisk(variant.riskLevel)} · `;
      const first = variant.riskLevel.length + 3;
      const facts = `${head}${wrap(asked, first, 76)}\n${viewEffects(variant.sideEffects)}`;
      return `${wrap(`when ${visible(refinement.when)}`, 5)}\n${indent(facts, 2)}`;
    })
    .join("\n");
}

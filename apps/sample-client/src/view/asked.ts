import { type Asked, type ToolContract, effectiveContract, personAsked } from "@proviso/client";
import { viewEffects } from "./effects.ts";
import { viewRisk } from "./risk.ts";
import { indent, visible, wrap } from "./text.ts";

const askedViewWords: Readonly<Record<Asked, string>> = {
  never: "never",
  sometimes: "for some calls",
  always: "every time",
};

/** When the server asks a person, and the guard where it asks more often, by the functions with which they decide it. */
export function viewAsked(contract: ToolContract): string {
  const { server, test, live } = personAsked(contract);
  const inLive = test === live ? "" : `${askedViewWords[test]} in test, `;
  const parts = [
    contract.confirmation.kind === "when"
      ? `the server when ${visible(contract.confirmation.condition)}`
      : `the server ${askedViewWords[server]}`,
    ...(server === live && server === test
      ? []
      : [`the guard ${inLive}${askedViewWords[live]}${inLive === "" ? "" : " in live"}`]),
  ];
  return parts.join("; ");
}

/** The rules for some arguments, in the order in which their conditions are evaluated. */
export function viewRefinements(contract: ToolContract): string {
  return (contract.refinements ?? [])
    .map((refinement) => {
      const variant = { ...effectiveContract(contract, refinement), refinements: [] };
      const asked = `asks a person: ${viewAsked(variant)}`;
      const head = `${viewRisk(variant.riskLevel)} · `;
      const first = variant.riskLevel.length + 3;
      const facts = `${head}${wrap(asked, first, 76)}\n${viewEffects(variant.sideEffects)}`;
      return `${wrap(`when ${visible(refinement.when)}`, 5)}\n${indent(facts, 2)}`;
    })
    .join("\n");
}

import type { DataFlow, StepUpAuth, ToolContract } from "./contract.ts";
import { type RefinedField, refinedFields } from "./contract.ts";

/** A log-in that a contract demands, always or under a condition. */
export type DemandedLogIn = Exclude<StepUpAuth, { readonly kind: "never" }>;
type LogInFacts = Pick<ToolContract, "stepUpAuth">;
export type FlowSource = Pick<ToolContract, "dataFlow">;

/** Returns the log-in that a call needs beyond the one that it has; undefined if none. */
export function demandedLogIn({ stepUpAuth }: LogInFacts): DemandedLogIn | undefined {
  return stepUpAuth.kind === "never" ? undefined : stepUpAuth;
}

/** Returns why no log-in is demanded, if the contract says so. */
export function reasonWithoutLogIn({ stepUpAuth }: LogInFacts): string | undefined {
  return stepUpAuth.kind === "never" ? stepUpAuth.reason : undefined;
}

/** Where a contract states neither age nor strength: five minutes. */
const stepUpMaxAgeMs = 300_000;

/** How old a demanded log-in may be, in milliseconds: any age, if only its strength is stated. */
export function stepUpAgeMs({ acr, maxAgeMs }: DemandedLogIn): number {
  return maxAgeMs ?? (acr === undefined ? stepUpMaxAgeMs : Infinity);
}

/** Returns what comes out of a tool. If there is no contract to rely on, everything may. */
export function flowOf(tool: FlowSource | undefined): DataFlow {
  return tool?.dataFlow ?? { readsPrivate: true, returnsUntrusted: true, sendsOut: true };
}

/** Whether the flow of a forbidden tool is the worst, which is assumed where its contract does not state one: it is not what it does. */
export function isFlowAssumed(tool: FlowSource & Pick<ToolContract, "riskLevel">): boolean {
  const { readsPrivate, returnsUntrusted } = flowOf(tool);
  return tool.riskLevel === "forbidden" && readsPrivate && returnsUntrusted;
}

/** The data flow of several tools together. */
export function joinedFlow(tools: readonly FlowSource[]): Required<FlowSource> {
  const flows = tools.map(flowOf);
  const readsPrivate = flows.some((each) => each.readsPrivate);
  const returnsUntrusted = flows.some((each) => each.returnsUntrusted);
  return { dataFlow: { readsPrivate, returnsUntrusted, sendsOut: flows.some((each) => each.sendsOut) } };
}

/** Returns the facts of a contract that depend on the input. */
export function refinedFacts(contract: Pick<ToolContract, RefinedField>): Pick<ToolContract, RefinedField> {
  const stated = refinedFields.filter((field) => contract[field] !== undefined);
  return Object.fromEntries(stated.map((field) => [field, contract[field]])) as unknown as typeof contract;
}

import { acceptedNames, acceptedPlanNames, type JsonObject, type ToolContract } from "@proviso/manifest";

/** The fields of a contract that say what a call does, what it needs and how it can fail. */
const told = [
  "riskLevel",
  "sideEffects",
  "permissions",
  "autonomousExecution",
  "confirmation",
  "stepUpAuth",
  "failureModes",
  "idempotency",
  "dryRun",
  "refinements",
  "requirements",
  "dataFlow",
  "rateLimit",
  "budget",
  "timeoutMs",
  "examples",
  "deprecated",
] as const satisfies readonly (keyof ToolContract)[];

/**
 * A tool as a model reads it before a call: its definition exactly as `tools/list` has it, the one of its plan, and the fields of the
 * contract in their long form.
 */
export function describeTool(tool: ToolContract, definitions: readonly object[]): JsonObject {
  const [definition, plan] = definitions as readonly JsonObject[];
  const contract = Object.fromEntries(
    told.flatMap((field) => (isTold(tool[field]) ? [[field, tool[field]]] : [])),
  );
  const { dryRun } = tool;
  return {
    tool: definition ?? {},
    ...(plan && { plan }),
    // The preview is the result of the plan.
    contract: { ...contract, ...(dryRun && { dryRun: dryRun.mode }) },
  };
}

function isTold(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/** Finds a tool that the caller sees by any of its names, or its plan's. */
export function findTool(tools: readonly ToolContract[], name: string): ToolContract | undefined {
  return tools.find((tool) => [...acceptedNames(tool), ...acceptedPlanNames(tool)].includes(name));
}

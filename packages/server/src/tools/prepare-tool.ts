import { demandedLogIn, effectiveContract, identifiersOf, planSchema } from "@proviso/manifest";
import type { Json, JsonObject, ToolContract } from "@proviso/manifest";
import { type Condition, refinementChooser } from "@proviso/manifest/condition";
import type { BoundTool } from "./bind-tool.ts";
import { lazyCondition } from "./conditions.ts";
import { ToolFailure } from "../api/failure.ts";
import { outputCheck } from "./output-check.ts";
import { redactor, type Redacted } from "./redact.ts";
import { sameInstants } from "../canonical/same-instants.ts";
import type { MakeCheck, SchemaCheck } from "./schema-check.ts";

/** The parts of a tool that are computed once. */
export interface PreparedTool extends BoundTool {
  /** One constructor for each declared failure mode. */
  readonly fail: Readonly<Record<string, (message?: string, details?: JsonObject) => ToolFailure>>;
  readonly redactInput: (input: Json) => Redacted;
  /** The input in the form in which repeated calls are compared. */
  readonly sameInput: (input: JsonObject) => JsonObject;
  readonly checkInput: SchemaCheck;
  readonly checkOutput: SchemaCheck;
  readonly checkPlan: SchemaCheck;
  readonly confirmWhen?: Condition;
  readonly stepUpWhen?: Condition;
  readonly rememberUntil?: Condition;
  /** The tool under each refinement of its contract, and which one applies to an input. */
  readonly refined?: {
    readonly choose: (input: JsonObject) => number | undefined;
    readonly tools: readonly PreparedTool[];
  };
}

export function prepareTool(bound: BoundTool, check: MakeCheck): PreparedTool {
  const { contract } = bound;
  const parts = prepareParts(bound, check);
  const worst = { ...parts, ...prepareGuards(contract) };
  if (!contract.refinements) return worst;
  const tools = contract.refinements.map((refinement) => ({
    ...parts,
    ...prepareGuards(effectiveContract(contract, refinement)),
  }));
  return { ...worst, refined: { choose: refinementChooser(contract), tools } };
}

type Guards = Pick<PreparedTool, "contract" | "confirmWhen" | "stepUpWhen" | "rememberUntil">;

/** The part that depends on the refinement. */
function prepareGuards(contract: ToolContract): Guards {
  const { inputSchema, confirmation, idempotency } = contract;
  const logIn = demandedLogIn(contract);
  const condition = (expression: string): Condition => lazyCondition(expression, inputSchema);
  return {
    contract,
    ...(confirmation.kind === "when" && { confirmWhen: condition(confirmation.condition) }),
    ...(logIn?.kind === "when" && { stepUpWhen: condition(logIn.condition) }),
    ...(idempotency?.until !== undefined && { rememberUntil: condition(idempotency.until) }),
  };
}

/** The part that does not. */
function prepareParts(bound: BoundTool, check: MakeCheck): Omit<PreparedTool, keyof Guards> {
  const { inputSchema, dryRun, examples } = bound.contract;
  const checkInput = check(
    () => inputSchema,
    examples.map(({ input }) => input),
  );
  return {
    ...bound,
    fail: failureConstructors(bound.contract),
    redactInput: redactor(inputSchema, checkInput),
    sameInput: sameInstants(inputSchema),
    checkInput,
    checkOutput: outputCheck(bound.contract, check),
    checkPlan: check(() => (dryRun ? planSchema(dryRun.preview) : {})),
  };
}

function failureConstructors({ failureModes }: ToolContract): PreparedTool["fail"] {
  const constructors: Record<string, (message?: string, details?: JsonObject) => ToolFailure> =
    Object.create(null);
  const declared = failureModes.filter(({ implied }) => !implied);
  const names = identifiersOf(declared.map(({ code }) => code));
  for (const { code, description } of declared)
    constructors[names.get(code) ?? code] = (message, details) =>
      new ToolFailure(code, message ?? description, details);
  return constructors;
}

import { effectiveContract, planSchema } from "@proviso/manifest";
import type { Json, JsonObject, JsonSchema, ToolContract } from "@proviso/manifest";
import { refinementChooser } from "@proviso/manifest/condition";
import type { Condition } from "@proviso/manifest/condition";
import { lazyCondition } from "./conditions.ts";
import { ToolFailure } from "./failure.ts";
import type { HandlerTable, PlanResult, ToolContext } from "./handler.ts";
import type { Policies, Policy, RequirementResolver } from "./ports.ts";
import { redactor, type Redacted } from "./redact.ts";
import type { SchemaCheck } from "./schema-check.ts";

/** The one view of a handler that the stages have; generated code has checked its real types against the contract. */
export interface BoundHandler {
  execute(input: JsonObject, context: ToolContext<unknown, unknown>): unknown;
  plan?(
    input: JsonObject,
    context: ToolContext<unknown, unknown>,
  ): Promise<PlanResult<unknown>> | PlanResult<unknown>;
}

/** All that can be known about a tool before it is called. */
export interface PreparedTool {
  readonly contract: ToolContract;
  readonly handler: BoundHandler;
  /** One constructor for each declared failure mode. */
  readonly fail: Readonly<Record<string, (message?: string, details?: JsonObject) => ToolFailure>>;
  readonly redactInput: (input: Json) => Redacted;
  readonly checkInput: SchemaCheck;
  readonly checkOutput: SchemaCheck;
  readonly checkPlan: SchemaCheck;
  readonly confirmWhen?: Condition;
  readonly stepUpWhen?: Condition;
  readonly rememberUntil?: Condition;
  /** The tool under each refinement of its contract, and which of them applies. */
  readonly refined?: {
    readonly choose: (input: JsonObject) => number | undefined;
    readonly tools: readonly PreparedTool[];
  };
  readonly policies: readonly Policy[];
  readonly requirements: readonly (readonly [name: string, resolver: RequirementResolver])[];
}

export interface Preparation {
  readonly check: (schema: () => JsonSchema) => SchemaCheck;
  readonly handlers: HandlerTable<never>;
  readonly policies: Policies;
  readonly requirements: Readonly<Record<string, RequirementResolver>>;
}

/** Throws for what would otherwise be found by the first caller: a missing handler, plan or resolver. */
export function prepareTool(contract: ToolContract, preparation: Preparation): PreparedTool {
  const parts = prepareParts(contract, preparation);
  const worst = { ...parts, ...prepareGuards(contract) };
  if (!contract.refinements) return worst;
  const tools = contract.refinements.map((refinement) => ({
    ...parts,
    ...prepareGuards(effectiveContract(contract, refinement)),
  }));
  return { ...worst, refined: { choose: refinementChooser(contract), tools } };
}

type Guards = Pick<PreparedTool, "contract" | "confirmWhen" | "stepUpWhen" | "rememberUntil">;

/** What depends on the refinement that applies. */
function prepareGuards(contract: ToolContract): Guards {
  const { inputSchema, confirmation, stepUpAuth, idempotency } = contract;
  const condition = (expression: string): Condition => lazyCondition(expression, inputSchema);
  return {
    contract,
    ...(confirmation.kind === "when" && { confirmWhen: condition(confirmation.condition) }),
    ...(stepUpAuth.kind === "when" && { stepUpWhen: condition(stepUpAuth.condition) }),
    ...(idempotency?.until !== undefined && { rememberUntil: condition(idempotency.until) }),
  };
}

/** What does not. */
function prepareParts(contract: ToolContract, preparation: Preparation): Omit<PreparedTool, keyof Guards> {
  const { inputSchema, outputSchema, dryRun } = contract;
  const { check } = preparation;
  const checkInput = check(() => inputSchema);
  return {
    handler: bindHandler(contract, preparation.handlers),
    fail: failureConstructors(contract),
    redactInput: redactor(inputSchema, checkInput),
    checkInput,
    checkOutput: check(() => outputSchema),
    checkPlan: check(() => (dryRun ? planSchema(dryRun.preview) : {})),
    policies: policiesFor(contract, preparation.policies),
    requirements: contract.requirements.map((name) => [name, resolverFor(name, contract, preparation)]),
  };
}

function bindHandler(contract: ToolContract, handlers: HandlerTable<never>): BoundHandler {
  const handler: unknown = Object.hasOwn(handlers, contract.name) ? handlers[contract.name] : undefined;
  const bound = typeof handler === "function" ? { execute: handler } : handler;
  if (!isHandler(bound)) throw new TypeError(`no handler for the tool \`${contract.name}\``);
  if (contract.dryRun && typeof bound.plan !== "function") {
    throw new TypeError(
      `the handler of \`${contract.name}\` has no \`plan\`, and its contract has a dry run`,
    );
  }
  return bound;
}

function isHandler(value: unknown): value is BoundHandler {
  return (
    typeof value === "object" && value !== null && "execute" in value && typeof value.execute === "function"
  );
}

function resolverFor(name: string, { name: tool }: ToolContract, { requirements }: Preparation) {
  const resolver = Object.hasOwn(requirements, name) ? requirements[name] : undefined;
  if (resolver) return resolver;
  throw new TypeError(`\`${tool}\` requires ${JSON.stringify(name)}, and no resolver is registered for it`);
}

function policiesFor({ domain, name }: ToolContract, policies: Policies): readonly Policy[] {
  return ["*", domain, name].flatMap((key) => (Object.hasOwn(policies, key) ? (policies[key] ?? []) : []));
}

function failureConstructors({ failureModes }: ToolContract): PreparedTool["fail"] {
  const constructors: Record<string, (message?: string, details?: JsonObject) => ToolFailure> =
    Object.create(null);
  for (const { code, description, implied } of failureModes) {
    if (implied) continue;
    constructors[camelCase(code)] = (message, details) =>
      new ToolFailure(code, message ?? description, details);
  }
  return constructors;
}

/** `invalid_recipient` is `fail.invalidRecipient` in generated code. */
function camelCase(code: string): string {
  return code.replaceAll(/[._]+(.)/g, (_match, letter: string) => letter.toUpperCase());
}

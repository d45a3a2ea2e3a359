import { camelCase, type JsonObject, type ToolContract } from "@proviso/manifest";
import type { HandlerTable, PlanResult, ToolContext } from "../api/handler.ts";
import type { CallSet } from "../api/program-call.ts";
import type { Policies, Policy, RequirementResolver } from "../api/ports.ts";

/** A handler as the stages see it; generated code has checked its real types against the contract. */
export interface BoundHandler {
  execute(input: JsonObject, context: ToolContext<unknown, unknown>): unknown;
  plan?(
    input: JsonObject,
    context: ToolContext<unknown, unknown>,
  ): Promise<PlanResult<unknown>> | PlanResult<unknown>;
  /** Of a tool that runs programs. */
  set?(callId: string): CallSet | undefined;
}

/** A contract with its handler, resolvers and policies. */
export interface BoundTool {
  readonly contract: ToolContract;
  readonly handler: BoundHandler;
  readonly policies: readonly Policy[];
  readonly requirements: readonly (readonly [name: string, resolver: RequirementResolver])[];
}

/** What a host gives for its tools. */
export interface HostParts {
  readonly handlers: HandlerTable<never>;
  readonly policies: Policies;
  readonly requirements: Readonly<Record<string, RequirementResolver>>;
}

/** Throws for a missing handler, plan or resolver, so that the start fails and not the first call. */
export function bindTool(contract: ToolContract, parts: HostParts): BoundTool {
  return {
    contract,
    handler: bindHandler(contract, parts.handlers),
    policies: policiesFor(contract, parts.policies),
    requirements: contract.requirements.map((name) => [name, resolverFor(name, contract, parts)]),
  };
}

function bindHandler(contract: ToolContract, handlers: HandlerTable<never>): BoundHandler {
  const handler: unknown = Object.hasOwn(handlers, contract.name) ? handlers[contract.name] : undefined;
  const bound = typeof handler === "function" ? { execute: handler } : handler;
  if (!isHandler(bound)) throw new TypeError(`${contract.name} has no handler: ${whereToWrite(contract)}`);
  if (contract.dryRun && typeof bound.plan !== "function")
    throw new TypeError(
      `the handler of \`${contract.name}\` has no \`plan\`, and its contract has a dry run: write \`{ plan, execute }\``,
    );
  return bound;
}

/** In the words of `proviso doctor`. Only the compiler knows the folder of the handlers. */
function whereToWrite({ domain, name, riskLevel }: ToolContract): string {
  if (riskLevel === "forbidden") return `give one in the option \`people\`, as \`${JSON.stringify(name)}\``;
  const method = camelCase(name.slice(domain.length + 1));
  const file = `${domain.replaceAll("_", "-")}.ts`;
  return (
    `add \`${method}\` to the handlers of \`${domain}\`, in ${file} of the folder \`handlers\` of proviso.yaml; ` +
    "`npx proviso doctor` lists all that is missing"
  );
}

function isHandler(value: unknown): value is BoundHandler {
  return (
    typeof value === "object" && value !== null && "execute" in value && typeof value.execute === "function"
  );
}

function resolverFor(name: string, { name: tool }: ToolContract, { requirements }: HostParts) {
  const resolver = Object.hasOwn(requirements, name) ? requirements[name] : undefined;
  if (resolver) return resolver;
  throw new TypeError(`\`${tool}\` requires ${JSON.stringify(name)}, and no resolver is registered for it`);
}

function policiesFor({ domain, name }: ToolContract, policies: Policies): readonly Policy[] {
  return ["*", domain, name].flatMap((key) => (Object.hasOwn(policies, key) ? (policies[key] ?? []) : []));
}

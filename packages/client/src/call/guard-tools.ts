import type { Manifest } from "@proviso/manifest";
import { type NativeTool, type NativeTools, functionConnection } from "./function-connection.ts";
import { type Guard, createGuard } from "./guard.ts";
import type { CallOptions, GuardOptions } from "./options.ts";
import type { Result } from "./result.ts";
import type { CallArguments } from "./typed-calls.ts";

export interface GuardToolsOptions extends Omit<GuardOptions, "trustAnnotations"> {
  /** Contracts of these functions, by name. A contract counts more than a tool's metadata. */
  readonly contracts?: Manifest;
}

/** What a caller gets of a function's value. */
type NativeOutput<Value> = Value extends readonly unknown[]
  ? { readonly result: Value }
  : Value extends object
    ? Value
    : Value extends undefined | void
      ? Record<never, never>
      : { readonly result: Value };

type NativeInput<Run extends NativeTool["run"]> =
  Parameters<Run> extends [infer Input, ...unknown[]] ? Input : Record<never, never>;

/** Each function behind the guard, under its own name. */
export type GuardedCalls<Tools extends NativeTools> = {
  readonly [Name in keyof Tools]: (
    ...args: CallArguments<NativeInput<Tools[Name]["run"]>>
  ) => Promise<Result<NativeOutput<Awaited<ReturnType<Tools[Name]["run"]>>>>>;
};

/**
 * Puts plain functions behind a guard (seed 003: "so hooks reason about MCP and native tools uniformly"). The host wrote them,
 * so their metadata counts; a function without any is unclassified, and asks. Throws if a contract's dry run has no `plan`.
 */
export function guardTools<const Tools extends NativeTools>(
  tools: Tools,
  options: GuardToolsOptions = {},
): { readonly guard: Guard; readonly calls: GuardedCalls<Tools> } {
  const connection = functionConnection(tools, options.contracts);
  const guard = createGuard(connection, { ...options, trustAnnotations: true });
  const calls = Object.keys(tools).map((name) => [
    name,
    (input: object, callOptions?: CallOptions) => guard.call(name, input, callOptions),
  ]);
  return { guard, calls: Object.fromEntries(calls) as GuardedCalls<Tools> };
}

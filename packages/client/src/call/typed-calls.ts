import { upperFirst } from "@proviso/manifest";
import type { Failure, ImpliedFailureCode, JsonObject, Manifest, Plan, ToolNames } from "@proviso/manifest";
import type { Guard } from "./guard.ts";
import type { CallOptions } from "./options.ts";
import type { ClientFailure, Result } from "./result.ts";

type OneOfImplied<Code extends string> = { [Each in Code]: Failure<Each> }[Code];

/** Failures of the server's runtime, which any call can return. */
export type ImpliedFailure = OneOfImplied<ImpliedFailureCode>;

/** All failures of a call: declared codes, those of the runtime, and those of the guard. A `switch` narrows it. */
export type Failures<Code extends string> = OneOfImplied<Code> | ImpliedFailure | ClientFailure;

/** The failures of a tool, from its generated types. */
export type FailureOf<Tool> = Tool extends { failures: infer Declared }
  ? Failures<Extract<Declared[keyof Declared], string>>
  : never;

/** Input may be omitted if nothing in it is required. */
export type CallArguments<Input> =
  Record<never, never> extends Input
    ? [input?: Input, options?: CallOptions]
    : [input: Input, options?: CallOptions];

type TypedCall<Tool> = Tool extends { input: infer Input; output: infer Output }
  ? (...args: CallArguments<Input>) => Promise<Result<Output, FailureOf<Tool>>>
  : never;

type PlanCall<Tool> = Tool extends { input: infer Input; preview: infer Preview extends object }
  ? (...args: CallArguments<Input>) => Promise<Result<Plan<Preview>, FailureOf<Tool>>>
  : never;

type PlanMethods<Tools> = {
  readonly [
    Method in keyof Tools as Tools[Method] extends { preview: unknown }
      ? `plan${Capitalize<Method & string>}`
      : never
  ]: PlanCall<Tools[Method]>;
};

/** The calls of a domain; a tool with a dry run also has `plan…`, which changes nothing. */
export type ClientOf<Tools> = {
  readonly [Method in keyof Tools]: TypedCall<Tools[Method]>;
} & PlanMethods<Tools>;

/** The calls of all domains through one guard. `Calls` is their generated type. */
export function typedCalls<Calls>(guard: Guard, names: ToolNames, manifest: Manifest): Calls {
  const planned = new Set(manifest.tools.filter(({ dryRun }) => dryRun).map(({ name }) => name));
  const domains = Object.entries(names).map(([property, methods]) => [
    property,
    Object.fromEntries(
      Object.entries(methods).flatMap(([method, tool]) => typedCallsOf(guard, method, tool, planned)),
    ),
  ]);
  return Object.fromEntries(domains) as Calls;
}

type SendCall = (input?: JsonObject, options?: CallOptions) => Promise<Result<JsonObject>>;

function typedCallsOf(
  guard: Guard,
  method: string,
  tool: string,
  planned: ReadonlySet<string>,
): readonly (readonly [string, SendCall])[] {
  const call: SendCall = (input = {}, options) => guard.call(tool, input, options);
  if (!planned.has(tool)) return [[method, call]];
  const plan: SendCall = (input = {}, options) => guard.plan(tool, input, options);
  return [
    [method, call],
    [`plan${upperFirst(method)}`, plan],
  ];
}

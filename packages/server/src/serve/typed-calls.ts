import type { Plan, ToolNames } from "@proviso/manifest";
import type { EnforcingServer, InvokeOptions, Outcome, Principal } from "../api/outcome.ts";
import { checkTimes } from "../canonical/principal-times.ts";
import { CallError } from "./call-error.ts";

/** What a program may say with a call in process. */
export type CallOptions = Omit<InvokeOptions, "principal" | "program" | "wire">;

/** Input may be omitted if nothing in it is required. */
type Arguments<Input> =
  Record<never, never> extends Input
    ? [input?: Input, options?: CallOptions]
    : [input: Input, options?: CallOptions];

/** A call of one tool, from its generated types. A tool with a dry run also has `plan`, which changes nothing. */
export type CallOf<Tool> = Tool extends { input: infer Input; output: infer Output }
  ? ((...args: Arguments<Input>) => Promise<Output>) &
      (Tool extends { preview: infer Preview extends object }
        ? { readonly plan: (...args: Arguments<Input>) => Promise<Plan<Preview>> }
        : unknown)
  : never;

/** The calls of all tools, by domain and method. */
export type CallsOf<Tools> = {
  readonly [Domain in keyof Tools]: {
    readonly [Method in keyof Tools[Domain]]: CallOf<Tools[Domain][Method]>;
  };
};

type Invoke = (input: unknown, options?: CallOptions) => Promise<unknown>;

/** Makes the calls on behalf of one principal. Throws a TypeError for one with a time in milliseconds. Those of a domain are made when they are first read. */
export function callsInProcess<Tools>(
  server: EnforcingServer,
  names: ToolNames,
): (principal: Principal) => CallsOf<Tools> {
  const planned = new Set(server.manifest.tools.filter(({ dryRun }) => dryRun).map(({ name }) => name));
  const callsIn = (methods: ToolNames[string], principal: Principal): object => {
    const invoke = (tool: string, input: unknown, options?: CallOptions): Promise<Outcome> =>
      server.invoke(tool, input, { ...options, principal });
    const calls = Object.entries(methods).map(([method, tool]) => {
      const call: Invoke = async (input, options) => resultOf(await invoke(tool, input, options));
      const plan: Invoke = async (input, options) =>
        resultOf(await invoke(tool, { ...(input as object), dryRun: true }, options));
      return [method, planned.has(tool) ? Object.assign(call, { plan }) : call] as const;
    });
    return Object.fromEntries(calls);
  };
  return (principal) => {
    checkTimes(principal);
    const domains = Object.entries(names).map(([property, methods]) => [
      property,
      { enumerable: true, get: () => callsIn(methods, principal) },
    ]);
    return Object.create(null, Object.fromEntries(domains) as PropertyDescriptorMap) as CallsOf<Tools>;
  };
}

function resultOf(outcome: Outcome): unknown {
  if (outcome.kind === "completed") return outcome.output;
  if (outcome.kind === "planned") return outcome.plan;
  throw new CallError(outcome);
}

import type { ToolNames } from "@proviso/manifest";
import type { FailureConstructor, Handler, HandlerTable, PlannedHandler } from "./handler.ts";

/** A constructor for each code of a type of declared failures. */
export type FailOf<Failures> = {
  readonly [Name in keyof Failures]: Failures[Name] extends string
    ? FailureConstructor<Failures[Name]>
    : never;
};

/** The handler of one tool, from its generated types. */
export type HandlerOf<Tool, Ports> = Tool extends {
  input: infer Input;
  output: infer Output;
  failures: infer Failures;
}
  ? Tool extends { preview: infer Preview }
    ? PlannedHandler<Input, Output, Preview, FailOf<Failures>, Ports>
    : Handler<Input, Output, FailOf<Failures>, Ports>
  : never;

/** The handlers of a domain: one per tool, by method name. */
export type HandlersOf<Tools, Ports> = { readonly [Method in keyof Tools]: HandlerOf<Tools[Method], Ports> };

/** Converts typed handlers to a table by tool name. Missing handlers are left out. */
export function handlerTable<Ports>(names: ToolNames, handlers: object): HandlerTable<Ports> {
  const table: Record<string, HandlerTable<Ports>[string]> = Object.create(null);
  for (const [property, methods] of Object.entries(names))
    for (const [method, tool] of Object.entries(methods)) {
      const handler = handlerMember(handlerMember(handlers, property), method);
      if (handler !== undefined) table[tool] = handler as HandlerTable<Ports>[string];
    }
  return table;
}

/** Ignores inherited properties, because a tool may be called `constructor`. */
function handlerMember(handlerOwner: unknown, name: string): unknown {
  if (typeof handlerOwner !== "object" || handlerOwner === null) return undefined;
  const isInherited = name in Object.prototype && !Object.hasOwn(handlerOwner, name);
  return isInherited ? undefined : Reflect.get(handlerOwner, name);
}

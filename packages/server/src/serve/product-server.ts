import { type CompactContract, type Manifest, type ToolNames, wholeContract } from "@proviso/manifest";
import type { HandlerTable, PortsFactory } from "../api/handler.ts";
import type { ServerOptions } from "../api/options.ts";
import type { DrainOptions, EnforcingServer, Principal } from "../api/outcome.ts";
import { isInSteps } from "../api/steps.ts";
import { handlerTable, type HandlersOf } from "../api/typed-handlers.ts";
import { createEnforcingServer } from "../gate/enforcing-server.ts";
import { lifetime } from "../gate/lifetime.ts";
import { NotTied, tieOf } from "../gate/tie-of.ts";
import type { HttpServing, Served, ServedHttp, ServedInbox, ServeOptions, StdioServing } from "./options.ts";
import { callsInProcess, type CallsOf } from "./typed-calls.ts";

/** The handlers of a product, by domain. `Tools` is its generated type. */
export type ProductHandlers<Tools, Ports> = {
  readonly [Domain in keyof Tools]: HandlersOf<Tools[Domain], Ports>;
};

/** `ports` may be left out if an empty object will do. */
type PortsOption<Ports> =
  Record<never, never> extends Ports
    ? { readonly ports?: PortsFactory<Ports> }
    : { readonly ports: PortsFactory<Ports> };

export type ProductOptions<Tools, Ports> = Omit<ServerOptions<Ports>, "ports"> &
  PortsOption<Ports> & { readonly handlers: ProductHandlers<Tools, Ports> };

/** The handlers of forbidden tools that people may call, by `domain.verb`. The gate checks what they take and return. */
export interface PeopleOption<Name extends string, Ports> {
  readonly people: Readonly<Record<Name, HandlerTable<Ports>[string]>>;
}

/** What generated code adds to the host's options. */
export interface Product {
  readonly manifest: Manifest;
  readonly toolNames: ToolNames;
  /** The contracts of forbidden tools that people may call, as JSON. Only the server has them. */
  readonly people?: string;
}

/** The server of a product: the gate, ways to serve it, and typed calls in process. */
export interface ProductServer<Tools> extends EnforcingServer {
  /** Serves MCP. At SIGINT, SIGTERM or the end of standard input everything is closed, so that the process can end. */
  serve(options: HttpServing & { readonly inbox: true }): Promise<ServedInbox>;
  serve(options: HttpServing): Promise<ServedHttp>;
  serve(options: StdioServing): Promise<Served>;
  serve(options: ServeOptions): Promise<Served>;
  /** Calls in process, enforced as over MCP: `await app.as(principal).notes.create({ text })`. Throws a `CallError`. */
  as(principal: Principal): CallsOf<Tools>;
  /** Drains, then closes what is served, the audit and the store. */
  close(options?: DrainOptions): Promise<void>;
}

/** The server of a product. Throws a TypeError as `createEnforcingServer` does. */
export function createProductServer<Tools, Ports>(
  { manifest, toolNames, people = "[]" }: Product,
  options: ProductOptions<Tools, Ports> | (ProductOptions<Tools, Ports> & PeopleOption<string, Ports>),
): ProductServer<Tools> {
  const handlers = handlerTable<Ports>(toolNames, options.handlers);
  for (const tool of manifest.tools) {
    const named = (["steps", "compensate"] as const).find((field) => tool[field] !== undefined);
    const handler: unknown = handlers[tool.name];
    if (named && !isInSteps(handler) && !isInSteps(Object(handler)["execute"]))
      throw new TypeError(`\`${tool.name}\` has \`${named}\`: make its handler with \`inSteps\``);
  }
  const forPeople = (JSON.parse(people) as readonly CompactContract[]).map(wholeContract);
  const whole = { ...manifest, tools: [...manifest.tools, ...forPeople] };
  const gate = createEnforcingServer<Ports>({ ...options, manifest: whole, handlers });
  const life = lifetime(gate);
  const serve = async (serving: ServeOptions): Promise<Served> => {
    // Loaded late: a program that only calls in process serves nothing.
    const { serveUntilStopped } = await import("./serve-until-stopped.ts");
    await tieOf(options)().catch((error: unknown) => {
      throw error instanceof NotTied ? error.cause : error;
    });
    return serveUntilStopped(gate, life, serving, options.approvals);
  };
  return {
    ...gate,
    as: callsInProcess<Tools>(gate, toolNames),
    serve: serve as ProductServer<Tools>["serve"],
    close: life.close,
  };
}

import type { HandlerTable } from "../api/handler.ts";
import type { EnforcingServerOptions } from "../api/options.ts";
import type { EnforcingServer } from "../api/outcome.ts";
import type { Runtime } from "../pipeline/runtime/runtime.ts";

/** Adds the tools of the option `programs` to those of the product. Throws a TypeError if their state could not outlive a restart. */
export function withPrograms<Ports>(
  options: EnforcingServerOptions<Ports>,
  made: () => { readonly server: EnforcingServer; readonly runtime: Runtime },
): EnforcingServerOptions<Ports> {
  const { programs, clock = { now: () => new Date() }, handlers, manifest, stateKeys, store } = options;
  if (!programs) return options;
  if (!store || !stateKeys)
    throw new TypeError("`programs` needs a `store` and `stateKeys`, in which programs outlive a restart");
  const own = { realm: { product: manifest.product, env: options.env ?? "live" }, clock, store, stateKeys };
  const opened = programs.open({
    list: (principal) => made().server.list(principal),
    invoke: (...call) => made().server.invoke(...call),
    pauses: { recent: () => made().runtime.pauses.recent() },
    ...own,
  });
  const tools = [...manifest.tools, ...opened.tools];
  return {
    ...options,
    manifest: { ...manifest, tools: tools.toSorted((one, other) => (one.name < other.name ? -1 : 1)) },
    handlers: { ...handlers, ...(opened.handlers as HandlerTable<Ports>) },
  };
}

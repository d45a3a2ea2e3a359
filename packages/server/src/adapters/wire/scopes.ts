import { acceptedNames, type ToolContract } from "@proviso/manifest";
import type { EnforcingServer, Principal } from "../../api/outcome.ts";
import { readCallNotes } from "./call-notes.ts";

/** The scopes that a request needs, if its principal may know of the tool and lacks some of them. */
export type NeededScopes = (json: unknown, principal: Principal) => Promise<readonly string[] | undefined>;

/** RFC 6749, 3.3: what a scope may be written with. */
const scopeToken = /^[\u0021\u0023-\u005b\u005d-\u007e]+$/;

/**
 * For a handler whose principals' permissions are OAuth scopes. Throws a TypeError if a permission could be none.
 *
 * Only a tool that `list` shows this principal is spoken of, so that nobody learns of another. All that the tool needs is
 * named, whatever the token has of it (MCP 2026-07-28, "Scope Challenge Handling"). The pipeline refuses the call and puts
 * it on record, as it would without us.
 */
export function neededScopes(server: EnforcingServer): NeededScopes {
  const tools = toolsByName(server);
  return async (json, principal) => {
    const call = readCall(json);
    if (!call) return undefined;
    const tool = tools.get(call.name);
    const isListed = server.list(principal).some((listed) => listed === tool);
    if (!tool || !isListed || holdsAll(principal, tool)) return undefined;
    const outcome = await server.invoke(call.name, call.input, { ...call.notes, principal });
    return outcome.kind === "refused" ? tool.permissions : undefined;
  };
}

function toolsByName({ manifest }: EnforcingServer): ReadonlyMap<string, ToolContract> {
  const permissions = manifest.tools.flatMap((tool) => tool.permissions);
  const stranger = permissions.find((permission) => !scopeToken.test(permission));
  if (stranger !== undefined)
    throw new TypeError(`the permission ${JSON.stringify(stranger)} is no OAuth scope`);
  return new Map(manifest.tools.flatMap((tool) => acceptedNames(tool).map((name) => [name, tool] as const)));
}

function holdsAll({ permissions }: Principal, tool: ToolContract): boolean {
  return tool.permissions.every((permission) => permissions.includes(permission));
}

interface WireCall {
  readonly name: string;
  readonly input: unknown;
  readonly notes: object;
}

/** A single `tools/call`; undefined for anything else, malformed calls included, which the SDK answers. */
function readCall(json: unknown): WireCall | undefined {
  const { method, params } = (json ?? {}) as { readonly method?: unknown; readonly params?: unknown };
  if (method !== "tools/call" || typeof params !== "object" || params === null) return undefined;
  const { name, arguments: input = {}, _meta } = params as Readonly<Record<string, unknown>>;
  if (typeof name !== "string") return undefined;
  const { progressToken: _, ...notes } = readCallNotes((_meta ?? {}) as Readonly<Record<string, unknown>>);
  return { name, input, notes };
}

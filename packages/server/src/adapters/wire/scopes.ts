import { acceptedNames, acceptedPlanNames, type ToolContract } from "@proviso/manifest";
import type { EnforcingServer, Principal } from "../../api/outcome.ts";
import type { AboutCall } from "./read-call.ts";

/** The scopes that a request needs, if its principal can see the tool and lacks some of them. */
export type NeededScopes = AboutCall<readonly string[]>;

/** Whether a text has the characters of a scope (RFC 6749, 3.3). */
export function isScope(text: string): boolean {
  return /^[\u0021\u0023-\u005b\u005d-\u007e]+$/.test(text);
}

/**
 * For a handler whose principals' permissions are OAuth scopes. Throws a TypeError if a permission is no valid scope. Answers
 * only for tools that `list` shows this principal, so that no other tool is revealed. Names all scopes that the tool needs,
 * including those of the token (MCP 2026-07-28, "Scope Challenge Handling"). The pipeline still refuses and records the call.
 */
export function neededScopes(server: EnforcingServer): NeededScopes {
  const tools = toolsByName(server);
  return async (here, call, principal) => {
    const tool = tools.get(call.name);
    const isListed = here.list(principal).some((listed) => listed === tool);
    if (!tool || !isListed || holdsAll(principal, tool)) return undefined;
    const outcome = await here.invoke(call.name, call.input, { ...call.notes, principal });
    return outcome.kind === "refused" ? tool.permissions : undefined;
  };
}

function toolsByName({ manifest }: EnforcingServer): ReadonlyMap<string, ToolContract> {
  const permissions = manifest.tools.flatMap((tool) => tool.permissions);
  const stranger = permissions.find((permission) => !isScope(permission));
  if (stranger !== undefined)
    throw new TypeError(`the permission ${JSON.stringify(stranger)} is no OAuth scope`);
  return new Map(
    manifest.tools.flatMap((tool) =>
      [...acceptedNames(tool), ...acceptedPlanNames(tool)].map((name) => [name, tool] as const),
    ),
  );
}

function holdsAll({ permissions }: Principal, tool: ToolContract): boolean {
  return tool.permissions.every((permission) => permissions.includes(permission));
}

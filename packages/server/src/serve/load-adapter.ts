import type { EnforcingServer } from "../api/outcome.ts";
import type { HttpHandler } from "../adapters/wire/http-listener.ts";
import type { McpOptions } from "../adapters/wire/mcp-options.ts";
import type { ReceiveOptions } from "../adapters/wire/receive.ts";
import type { SessionOptions } from "../adapters/wire/session-endpoint.ts";
import type { StdioServing } from "./options.ts";

/** A module of an adapter, and the package of the SDK that it needs. */
interface Choice<Adapter> {
  readonly sdk: 1 | 2;
  readonly needs: string;
  readonly load: () => Promise<Adapter>;
}

const [sdk1, sdk2] = ["@modelcontextprotocol/sdk", "@modelcontextprotocol/server"] as const;

interface HttpAdapter {
  createHttpHandler(
    server: EnforcingServer,
    options: McpOptions & ReceiveOptions & SessionOptions,
  ): HttpHandler;
}

interface StdioAdapter {
  serveStdio(
    server: EnforcingServer,
    options: McpOptions &
      Pick<StdioServing, "input" | "output" | "maxUnsentBytes"> & {
        readonly principal: StdioServing["stdio"];
      },
  ): Promise<{ readonly closed: Promise<void>; close(): Promise<void> }>;
}

/** The adapter for HTTP of the wanted SDK, or of the newest one that is installed. */
export function loadHttp(sdk?: 1 | 2): Promise<HttpAdapter> {
  return load<HttpAdapter>(sdk, [
    { sdk: 2, needs: sdk2, load: () => import("../adapters/mcp2/http.ts") },
    { sdk: 1, needs: sdk1, load: () => import("../adapters/mcp/http.ts") },
  ]);
}

export function loadStdio(sdk?: 1 | 2): Promise<StdioAdapter> {
  return load<StdioAdapter>(sdk, [
    { sdk: 2, needs: sdk2, load: () => import("../adapters/mcp2/stdio.ts") },
    { sdk: 1, needs: sdk1, load: () => import("../adapters/mcp/stdio.ts") },
  ]);
}

async function load<Adapter>(
  wanted: 1 | 2 | undefined,
  choices: readonly Choice<Adapter>[],
): Promise<Adapter> {
  const candidates = choices.filter(({ sdk }) => wanted === undefined || sdk === wanted);
  if (candidates.length === 0) throw new TypeError("`sdk` must be 1 or 2");
  for (const { needs, load: loadOne } of candidates) {
    try {
      return await loadOne();
    } catch (error) {
      if (!isMissing(error, needs)) throw error;
    }
  }
  const names = candidates.map(({ needs }) => `\`${needs}\``).join(" or ");
  throw new Error(`no MCP SDK is installed: add ${names} to the dependencies of this program`);
}

/** Whether the package itself is not installed. A package that it lacks is another error. */
function isMissing(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_MODULE_NOT_FOUND") return false;
  return error.message.startsWith(`Cannot find package '${name}'`);
}

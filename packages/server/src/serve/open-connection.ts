import type { Closable } from "../gate/shutdown.ts";
import { checkOptionNames } from "../api/check-option-names.ts";
import type { Authenticate } from "../adapters/wire/check-sender.ts";
import type { ApprovalsPlug } from "../api/approvals.ts";
import type { EnforcingServer, Principal } from "../api/outcome.ts";
import { checkTimes } from "../canonical/principal-times.ts";
import { serveHttp, serveStdio } from "./either-sdk.ts";
import { healthPages } from "./health.ts";
import {
  servingNames,
  type HttpServing,
  type ServedInbox,
  type ServeOptions,
  type StdioServing,
} from "./options.ts";

/** An open listener, or the connection of one client. */
export interface Connection extends Closable, Partial<Pick<ServedInbox, "url" | "signInLink">> {
  /** Resolves when the client of a connection has ended it. A listener never ends by itself. */
  readonly ended?: Promise<void>;
}

/** Opens the listener or the connection. Throws a TypeError for options that contradict each other. */
export function openConnection(
  server: EnforcingServer,
  options: ServeOptions,
  approvals: ApprovalsPlug | undefined,
): Promise<Connection> {
  checkOptionNames(options, servingNames);
  if ((options.http === undefined) === (options.stdio === undefined))
    throw new TypeError("give either `http` (a port) or `stdio` (the principal of the client)");
  if (options.http === undefined && "approvals" in options)
    throw new TypeError("`approvals` of `serve` needs `http`: there are no pages over stdio");
  return options.http === undefined ? openStdio(server, options) : openHttp(server, options, approvals);
}

async function openStdio(server: EnforcingServer, options: StdioServing): Promise<Connection> {
  const { stdio: principal, ...rest } = options;
  checkTimes(principal);
  const connection = await serveStdio(server, { serverInfo: infoOf(server), ...rest, principal });
  return { ended: connection.closed, close: () => connection.close() };
}

async function openHttp(
  server: EnforcingServer,
  options: HttpServing,
  plug: ApprovalsPlug | undefined,
): Promise<Connection> {
  const { http, approvals, ...rest } = options;
  const address = typeof http === "number" ? { port: http } : http;
  const authenticate = options.authenticate ?? anonymously(address.host);
  const allowedHosts = options.allowedHosts ?? hostNames(address.host);
  const handling = {
    serverInfo: infoOf(server),
    ...rest,
    authenticate,
    ...(allowedHosts && { allowedHosts }),
  };
  const product = options.serverInfo?.title ?? handling.serverInfo.name;
  if (approvals !== undefined && typeof approvals !== "boolean")
    throw new TypeError("`approvals` of `serve` must be true or false: give its options to `inbox({ … })`");
  if (approvals && !plug)
    throw new TypeError("there are no pages to serve: give the server the option `approvals`");
  const { issuer } = authenticate;
  const pages = approvals && (await plug?.mount({ product, ...(issuer !== undefined && { issuer }) }));
  const rules = { pages: healthPages(server), ...(pages && { mounted: pages.mounted }) };
  const { url, close } = await serveHttp(server, { ...handling, ...address }, rules);
  if (!pages) return { url, close };
  return {
    url,
    signInLink: pages.signInLink,
    async close() {
      pages.close();
      await close();
    },
  };
}

function infoOf({ manifest }: EnforcingServer): { readonly name: string; readonly version: string } {
  return { name: manifest.product, version: "0.0.0" };
}

const anonymous: Principal = { id: "anonymous", kind: "agent", permissions: [] };
const loopback = new Set([undefined, "127.0.0.1", "::1", "localhost"]);
/** Addresses that mean all interfaces, so that they do not say under which names this server is called. */
const everywhere = new Set(["0.0.0.0", "::", ""]);

function anonymously(host: string | undefined): Authenticate {
  if (loopback.has(host)) return () => anonymous;
  throw new TypeError(
    `\`authenticate\` is needed, because other machines can reach ${JSON.stringify(host)}; \`jwt({ issuer, audience })\` verifies bearer tokens`,
  );
}

/** The names under which requests may come; undefined means those of loopback. */
function hostNames(host: string | undefined): readonly string[] | undefined {
  if (host === undefined || loopback.has(host)) return undefined;
  if (everywhere.has(host))
    throw new TypeError(
      '`allowedHosts` is needed with a host that means all interfaces: list the names under which clients call this server, such as ["mcp.example.com"]',
    );
  const name = host.toLowerCase();
  return [name.includes(":") ? `[${name}]` : name];
}

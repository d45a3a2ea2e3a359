import { acceptedNames, wireName, type JsonObject, type ToolDefinition } from "@proviso/manifest";
import type { ApprovalApp } from "../../api/approval-app.ts";
import type { EnforcingServer, Outcome, Principal } from "../../api/outcome.ts";
import { protocolError } from "./call-notes.ts";
import type { McpOptions } from "./mcp-options.ts";
import { toResult, type ToolResult } from "./result.ts";

/** MCP Apps, 2026-01-26. */
const extension = "io.modelcontextprotocol/ui";
const mimeType = "text/html;profile=mcp-app";

/** The approval in the chat, over one connection or for one request. */
export interface AppOfClient {
  /** Whether this is the name of a tool whose calls can be approved in the chat. */
  shows(name: string): boolean;
  withTools<Page extends ListedPage>(page: Page): Page;
  /** The result of the app's own tool; undefined if this is the name of another. */
  answer(name: string, input: unknown, caller: Principal | undefined): Promise<ToolResult> | undefined;
  /** What the app's page is given of a call that waits, as members of `_meta`. */
  viewOf(outcome: Outcome, caller: Principal | undefined): Promise<JsonObject | undefined>;
}

/** The result of a call, with what the app's page is given if the client shows it. */
export function resultFor(
  shown: AppOfClient | undefined,
  outcome: Exclude<Outcome, { kind: "input_required" }>,
  name: string,
  caller: Principal | undefined,
): ToolResult | Promise<ToolResult> {
  const result = toResult(outcome, name);
  const withView = (view?: JsonObject) => ({ ...result, _meta: { ...result._meta, ...view } });
  // Without it the person decides in the inbox, which the result names.
  const withoutView = (): ToolResult => result;
  return shown ? shown.viewOf(outcome, caller).then(withView, withoutView) : result;
}

interface ListedPage {
  readonly tools: readonly object[];
  readonly nextCursor?: string | undefined;
}

export interface Capabilities {
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The app of a server, for clients that declare the extension; undefined if it has none. With `beside` there is none: the resources of
 * the connection are those of the host's own server.
 */
export interface ServedApp {
  /** The capability that the app's page needs. */
  readonly capabilities: { readonly resources: object };
  ofClient(declared: Capabilities | undefined): AppOfClient | undefined;
  listPage(declared: Capabilities | undefined): {
    resources: { uri: string; name: string; mimeType: string }[];
  };
  /** Throws a JSON-RPC error for any other address, and for a client that does not declare the extension. */
  readPage(uri: string, declared: Capabilities | undefined): PageContents;
}

/** A type alias, because the SDKs require an index signature. */
type PageContents = {
  contents: { uri: string; mimeType: string; text: string; _meta: Record<string, unknown> }[];
};

export function servedApp(server: EnforcingServer, { beside }: McpOptions): ServedApp | undefined {
  const { app } = server.waiting;
  if (!app || beside) return undefined;
  const { html, uri } = app.page;
  const ofClient = appOfClient(server, app);
  return {
    capabilities: { resources: {} },
    ofClient: (declared) => (isDeclared(declared) ? ofClient : undefined),
    listPage: (declared) => ({
      resources: isDeclared(declared) ? [{ uri, name: app.tool.name, mimeType }] : [],
    }),
    readPage(asked, declared) {
      if (asked !== uri || !isDeclared(declared)) throw protocolError("Resource not found");
      // No domains: the host forbids all of the network.
      const _meta = { ui: { csp: {}, prefersBorder: true } };
      return { contents: [{ uri, mimeType, text: html, _meta }] };
    },
  };
}

function isDeclared(declared: Capabilities | undefined): boolean {
  const settings = declared?.extensions?.[extension] as { readonly mimeTypes?: unknown } | undefined;
  return Array.isArray(settings?.mimeTypes) && settings.mimeTypes.includes(mimeType);
}

function appOfClient({ manifest }: EnforcingServer, app: ApprovalApp): AppOfClient {
  const tools = manifest.tools.filter((tool) => app.shows(tool));
  const called = new Set(tools.flatMap(acceptedNames));
  const listed = new Set(tools.map((tool) => wireName(tool, manifest.wireNames)));
  const { uri } = app.page;
  const own = { ...app.tool, _meta: { ui: { resourceUri: uri, visibility: ["app"] } } };
  const shown = (definition: ToolDefinition): object =>
    listed.has(definition.name)
      ? { ...definition, _meta: { ui: { resourceUri: uri }, ...definition._meta } }
      : definition;
  return {
    shows: (name) => called.has(name),
    withTools: (page) => {
      const others = (page.tools as readonly ToolDefinition[]).filter(({ name }) => name !== own.name);
      const all = others.map(shown);
      return { ...page, tools: page.nextCursor === undefined ? [...all, own] : all };
    },
    answer: (name, input, caller) =>
      name === own.name ? app.decide(input, caller).then(toAnswer) : undefined,
    async viewOf(outcome, caller) {
      const waits = outcome.kind === "refused" ? outcome.waits : undefined;
      return waits && app.view(waits.approval, caller);
    },
  };
}

function toAnswer({ ok, message }: Awaited<ReturnType<ApprovalApp["decide"]>>): ToolResult {
  return { content: [{ type: "text", text: message }], ...(!ok && { isError: true }), _meta: {} };
}

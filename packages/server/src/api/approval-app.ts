import type { JsonObject, JsonSchema, ToolContract } from "@proviso/manifest";
import type { Principal } from "./principal.ts";

/**
 * The approval in the chat, as an MCP App (extension `io.modelcontextprotocol/ui`, 2026-01-26). To clients that do not declare the
 * extension nothing of it exists.
 */
export interface ApprovalApp {
  /** The page of every approval: it holds no data, because hosts keep it. */
  readonly page: { readonly uri: string; readonly html: string };
  /** The tool that the page calls. Hosts do not show it to models; a call by a model is refused. */
  readonly tool: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly inputSchema: JsonSchema;
  };
  /** Whether calls of this tool can be approved in the chat. */
  shows(tool: ToolContract): boolean;
  /**
   * What the page is given of a call that waits, with a secret for one decision, as members of the result's `_meta`: hosts pass that
   * to the page, and by the extension it is not for a model. Undefined if the call is approved in the inbox alone, or is another caller's.
   */
  view(approval: string, caller: Principal | undefined): Promise<JsonObject | undefined>;
  /** Decides by a click on the page. Whatever is none is refused in equal words, on record. */
  decide(input: unknown, caller: Principal | undefined): Promise<AppAnswer>;
  /** How many calls of the tool, of all callers, were refused. */
  refused(): Promise<number>;
}

export interface AppAnswer {
  readonly ok: boolean;
  /** For the person, and then for the agent. */
  readonly message: string;
}

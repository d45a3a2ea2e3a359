import type { Guard } from "@proviso/client";
import type { ClientHost } from "../session/session.ts";
import { suggestTool } from "./suggest-tool.ts";
import { printJson } from "@proviso/manifest";
import { viewContract } from "../view/contract.ts";

/** Explains one tool. Exit code 1 if there is no such tool. */
export async function showCommand(
  guard: Guard,
  host: ClientHost,
  { tool: name, json }: { readonly tool: string; readonly json: boolean },
): Promise<0 | 1> {
  const { tools } = await guard.inspect();
  const tool = tools.get(name);
  if (tool) host.out(json ? printJson(tool, 2) : viewContract(tool));
  else {
    host.note(`There is no tool \`${name}\`. \`backoffice tools\` lists them.`);
    suggestTool(tools, name, host);
  }
  return tool ? 0 : 1;
}

import type { ToolSet } from "@proviso/client";
import { closest, distance } from "fastest-levenshtein";
import type { ClientHost } from "../session/session.ts";

/** Suggests the listed tool that was probably meant: at most two letters differ, are missing, or too many. */
export function suggestTool({ tools }: ToolSet, name: string, host: ClientHost): void {
  const names = tools.map((tool) => tool.name);
  const similar = names.length === 0 ? undefined : closest(name, names);
  if (similar !== undefined && distance(name, similar) <= 2) host.note(`Did you mean \`${similar}\`?`);
}

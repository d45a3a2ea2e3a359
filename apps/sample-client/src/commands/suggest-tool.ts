import type { ToolSet } from "@proviso/client";
import type { ClientHost } from "../session/session.ts";
import { similarName } from "./similar-name.ts";

/** Suggests the listed tool with a name similar to the typed one. */
export function suggestTool({ tools }: ToolSet, name: string, host: ClientHost): void {
  const similar = similarName(
    name,
    tools.map((tool) => tool.name),
  );
  if (similar !== undefined) host.note(`Did you mean \`${similar}\`?`);
}

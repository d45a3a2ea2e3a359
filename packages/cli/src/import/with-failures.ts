import type { SourceOfTools } from "./source-of-tools.ts";

/** How a call of the original server fails, as far as handlers that forward can tell. */
const toolFailed = { code: "tool_failed", description: "The original server reports that the tool failed." };

/**
 * The list with the failure that handlers declare for an error of the original server: of tools
 * that only read. Any other may have had its effect before, so its outcome is unknown.
 */
export function withFailures(source: SourceOfTools): SourceOfTools {
  if (source.api) return source;
  const tools = source.tools.map((tool) =>
    tool.annotations.readOnlyHint === true && !tool.failures ? { ...tool, failures: [toolFailed] } : tool,
  );
  return { ...source, tools };
}

import { escapeText, serverAsks, type ToolContract } from "@proviso/manifest";
import { typeText } from "./type-text.ts";

/** TypeScript declarations of the tools that a program can call: of one domain, or the names of all. */
export function declarations(tools: readonly ToolContract[], domain: string | undefined): string {
  const found = tools.filter((tool) => domain === undefined || tool.domain === domain);
  if (found.length === 0) return "// There is no such domain. Call describe_tools without one for all names.";
  if (domain === undefined) return namesOf(found);
  const members = found.map((tool) => `${comment(tool)}\n    ${signature(tool)}`);
  return `declare const tools: {\n  ${domain}: {\n    ${members.join("\n    ")}\n  };\n};`;
}

function namesOf(tools: readonly ToolContract[]): string {
  const domains = Map.groupBy(tools, ({ domain }) => domain);
  const lines = [...domains].map(([domain, each]) => `// ${domain}: ${each.map(methodOf).join(", ")}`);
  return ["// Call describe_tools with a domain for the types of its tools.", ...lines].join("\n");
}

function methodOf({ domain, name }: ToolContract): string {
  return name.slice(domain.length + 1);
}

function signature(tool: ToolContract): string {
  const output = tool.outputSchema ? typeText(tool.outputSchema) : "unknown";
  const { inputSchema } = tool;
  const input = `input${Array.isArray(inputSchema["required"]) ? "" : "?"}: ${typeText(inputSchema)}`;
  return `${methodOf(tool)}(${input}): Promise<${output}>;`;
}

const asks = { never: "", when: " A person approves some calls.", always: " A person approves every call." };

/** Texts of contracts cannot end the comment. */
function comment(tool: ToolContract): string {
  const { description, failureModes, riskLevel, sideEffects } = tool;
  const effect = sideEffects.length === 0 ? "Only reads." : `Changes something (${riskLevel} risk).`;
  const codes = failureModes.flatMap(({ code, implied }) => (implied ? [] : [code]));
  const fails = codes.length === 0 ? "" : ` Error codes: ${codes.join(", ")}.`;
  const asked = asks[serverAsks(tool)];
  const text = escapeText(`${description} ${effect}${asked}${fails}`.replaceAll(/\s+/g, " "));
  return `/** ${text.replaceAll("*/", "* /")} */`;
}

import { compile, type ToolModel } from "../../src/index.ts";
import { importTools, type Imported, readList } from "../../src/import.ts";

/** Imports a list, or the JSON of one, as the tools of `shop`. */
export function importList(tools: unknown, options: { readonly domain?: string } = {}): Imported {
  const list = readList(JSON.parse(typeof tools === "string" ? tools : JSON.stringify(tools)));
  if (!list) throw new Error("this is no list");
  const { domain = "shop" } = options;
  const imported = importTools({
    tools: list.tools,
    product: "shop",
    domain,
    isOneDomain: options.domain !== undefined,
  });
  return { ...imported, notes: [...list.notes, ...imported.notes] };
}

/** The compiled tools of imported contracts, by their names over MCP. */
export function compiled({ contracts }: Imported): ReadonlyMap<string, ToolModel> {
  const { model, diagnostics } = compile(contracts);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (!model) throw new Error(errors.map(({ code, message }) => `${code}: ${message}`).join("\n"));
  const tools = model.domains.flatMap((domain) => domain.tools);
  return new Map(tools.map((tool) => [tool.wireName ?? tool.name.replace(".", "_"), tool]));
}

/** The contract of one tool, as text from its first field on. */
export function contractText(tool: object): string {
  const { contracts } = importList([{ name: "read_all", ...tool }]);
  const text = contracts[0]?.text ?? "";
  return text.slice(text.indexOf("  read_all:"));
}

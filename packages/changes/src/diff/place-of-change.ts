import type { ContractModel, Span } from "@proviso/compiler";
import type { Change } from "./facts/change.ts";

/** Fields of a contract that authors write under another name. */
const written: Readonly<Record<string, string>> = {
  timeoutMs: "timeout",
  hints: "annotations",
  meta: "_meta",
  requirements: "execution",
  refinements: "refine",
};

/**
 * Where the clause that changed is written here. A removed tool is written nowhere: then it is the
 * start of the file of its domain or, if that is gone as well, of the configuration.
 */
export function placeOfChange({ tool, path }: Change, model: ContractModel, configFile: string): Span {
  const found = model.domains.flatMap(({ tools }) => tools).find(({ name }) => name === tool);
  if (!found) {
    const domain = model.domains.find(({ name }) => tool.startsWith(`${name}.`));
    return startOf(domain?.file ?? configFile);
  }
  const [field = "", , property = ""] = partsOf(path);
  const { name, fields, inputProperties } = found.spans;
  const inInput = field === "inputSchema" ? at(inputProperties, property) : undefined;
  return inInput ?? at(fields, written[field] ?? field) ?? name;
}

/** `inputSchema.properties["a b"]` in its parts. */
function partsOf(path: string): readonly string[] {
  const parts = path.match(/[^.[\]]+|\["(?:[^"\\]|\\.)*"\]/g) ?? [];
  return parts.map((part) => (part.startsWith("[") ? String(JSON.parse(part.slice(1, -1))) : part));
}

function at(spans: Readonly<Record<string, Span>>, name: string): Span | undefined {
  return Object.hasOwn(spans, name) ? spans[name] : undefined;
}

function startOf(file: string): Span {
  return { file, start: 0, end: 1, line: 1, column: 1, endLine: 1, endColumn: 2 };
}

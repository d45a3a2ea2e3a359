import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import { type ForeignHints, type ForeignTool, hintNames, type ImportNote } from "./foreign-tool.ts";
import { type ForeignFailure, type HttpRequest, isHttpRequest } from "./http-request.ts";
import { cleanText } from "../../syntax/clean-text.ts";

export interface ForeignList {
  /** In the order of the list, without duplicate names. */
  readonly tools: readonly ForeignTool[];
  readonly notes: readonly ImportNote[];
}

/**
 * Reads a saved response to `tools/list`: a list of tools, an object with `tools`, a JSON-RPC response, or a list of these,
 * one for each page. Undefined for anything else. `hasEffects`: the list was made by this program, so its effects are used.
 */
export function readList(
  list: Json,
  { hasEffects = false }: { readonly hasEffects?: boolean } = {},
): ForeignList | undefined {
  const written = listedToolsIn(list);
  if (!written) return undefined;
  const notes: ImportNote[] = [];
  const tools = new Map<string, ForeignTool>();
  for (const [index, each] of written.entries()) {
    const tool = readTool(each, hasEffects, notes);
    if (!tool) notes.push({ tool: `number ${index + 1}`, text: "it has no name and is ignored" });
    else if (tools.has(tool.name))
      notes.push({ tool: tool.name, text: "it is listed more than once; the first is taken" });
    else tools.set(tool.name, tool);
  }
  return { tools: [...tools.values()], notes };
}

function listedToolsIn(list: Json): readonly Json[] | undefined {
  if (Array.isArray(list)) {
    const listPages = list.map((each: Json) =>
      isObject(each) && !("name" in each) ? listedToolsIn(each) : undefined,
    );
    const isPages = list.length > 0 && listPages.every((page) => page !== undefined);
    return isPages ? listPages.flatMap((page) => page ?? []) : list;
  }
  if (!isObject(list)) return undefined;
  const { tools, result } = list;
  if (Array.isArray(tools)) return tools;
  return result === undefined ? undefined : listedToolsIn(result);
}

function readTool(written: Json, hasEffects: boolean, notes: ImportNote[]): ForeignTool | undefined {
  if (!isObject(written)) return undefined;
  const { name, title, description, inputSchema, outputSchema, annotations, effects, icons } = written;
  const { execution, _meta, request, failures, group, isDeprecated } = written;
  if (typeof name !== "string" || name === "") return undefined;
  const clean = (field: string, listedValue: Json | undefined): string | undefined => {
    if (typeof listedValue !== "string") return undefined;
    const { text, removed } = cleanText(listedValue);
    if (removed > 0) notes.push({ tool: name, text: `invisible characters were removed from its ${field}` });
    return text;
  };
  const shallow = (field: string, schema: Json | undefined): JsonObject | undefined => {
    if (!isObject(schema)) return undefined;
    if (!isDeeper(schema, deepestList)) return schema;
    notes.push({
      tool: name,
      text: `\`${field}\` is nested more than ${deepestList} levels deep; the contract accepts anything there`,
    });
    return undefined;
  };
  const stated = isObject(annotations) ? annotations : {};
  const shownTitle = clean("title", title ?? stated["title"]);
  const said = clean("description", description);
  return {
    name,
    // Titles are a single line.
    ...(shownTitle?.trim() && { title: shownTitle.trim().replaceAll(/\s*\n\s*/g, " ") }),
    ...(said?.trim() && { description: said }),
    inputSchema: shallow("inputSchema", inputSchema) ?? { type: "object" },
    ...(isObject(outputSchema) && {
      outputSchema: shallow("outputSchema", outputSchema) ?? { type: "object" },
    }),
    annotations: readHints(stated),
    ...(isObject(execution) && readExecution(name, execution, notes)),
    ...(hasEffects && Array.isArray(effects) && { effects: effects.filter(isObject) }),
    ...(hasEffects && isObject(request) && isHttpRequest(request) && { request: request as HttpRequest }),
    ...(hasEffects && typeof group === "string" && { group }),
    ...(hasEffects && isDeprecated === true && { isDeprecated }),
    ...(hasEffects && Array.isArray(failures) && { failures: failures as readonly ForeignFailure[] }),
    ...(Array.isArray(icons) && icons.length > 0 && { icons: icons.filter(isObject) }),
    ...(isObject(_meta) && !isDeeper(_meta, deepestList) && Object.keys(_meta).length > 0 && { meta: _meta }),
  };
}

/** Deeper than any useful schema; later stages could overflow the stack. */
const deepestList = 200;

function isDeeper(listedValue: Json, levels: number): boolean {
  let row: readonly Json[] = [listedValue];
  for (let level = 0; level <= levels; level += 1) {
    row = row.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
    if (row.length === 0) return false;
  }
  return true;
}

function readHints(stated: JsonObject): ForeignHints {
  const hints = hintNames.flatMap((name) =>
    typeof stated[name] === "boolean" ? [[name, stated[name]]] : [],
  );
  return Object.fromEntries(hints) as ForeignHints;
}

function readExecution(
  tool: string,
  { requirements, taskSupport }: JsonObject,
  notes: ImportNote[],
): Pick<ForeignTool, "requirements" | "taskSupport"> {
  const listed = Array.isArray(requirements) ? requirements : [];
  const texts = listed.filter((each: Json) => typeof each === "string" && each.trim() !== "");
  if (texts.length < listed.length)
    notes.push({ tool, text: "a value of `execution.requirements` is no text and is ignored" });
  return {
    ...(texts.length > 0 && { requirements: [...new Set(texts as string[])] }),
    ...(typeof taskSupport === "string" && { taskSupport }),
  };
}

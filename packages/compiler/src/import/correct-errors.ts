import { type Json, mcpName } from "@proviso/manifest";
import { compile } from "../compile/compile.ts";
import type { ContractModel } from "../derive/model.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import type { SourceText } from "../report/source.ts";
import { parse } from "../syntax/parse.ts";
import type { ImportNote } from "./read/foreign-tool.ts";
import { loosen, pathAt, withValue } from "./repair.ts";
import { printContract, type WrittenContract } from "./write-contract.ts";
import type { ImportedTool } from "./write-tool.ts";

/** Each round corrects one error a schema. One with errors everywhere becomes `any` before. */
const maxRounds = 60;

export interface Corrected {
  /** By path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly contracts: readonly WrittenContract[];
  /** Errors that could not be corrected. */
  readonly errors: readonly Diagnostic[];
  /** What the contracts say, if they compile. */
  readonly model?: ContractModel;
}

/**
 * Corrects the errors that the compiler finds in imported schemas, by accepting more there; each
 * correction is noted. `others` are existing contracts, which do not change.
 */
export function correctErrors(
  drafts: readonly WrittenContract[],
  others: readonly SourceText[],
  draftPath: (domain: string) => string,
  note: (note: ImportNote) => void,
): Corrected {
  let contracts = drafts;
  const tried = new Map<string, Set<string>>();
  for (let round = 0; ; round += 1) {
    const texts = new Map(contracts.map((contract) => [draftPath(contract.domain), printContract(contract)]));
    const sources = [...others, ...[...texts].map(([path, text]) => ({ path, text }))];
    const { diagnostics, model } = compile(sources);
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const changed =
      round < maxRounds
        ? contracts.map((contract) => correctContract(contract, errorsIn(contract), note))
        : contracts;
    if (changed.every((contract, index) => contract === contracts[index]))
      return { texts, contracts, errors, ...(model && { model }) };
    contracts = changed;

    function errorsIn({ domain }: WrittenContract): readonly FoundError[] {
      const path = draftPath(domain);
      const its = errors.filter(({ span }) => span.file === path);
      const { tree } = its.length > 0 ? parse({ path, text: texts.get(path) ?? "" }) : {};
      return tree
        ? its.map(({ span, code, message }) => ({
            path: pathAt(tree, span.start),
            code,
            message,
            tried: triedIn(domain),
          }))
        : [];
    }
  }

  function triedIn(domain: string): Set<string> {
    const found = tried.get(domain) ?? new Set();
    tried.set(domain, found);
    return found;
  }
}

interface FoundError {
  readonly path: readonly string[];
  readonly code: string;
  readonly message: string;
  readonly tried: Set<string>;
}

function correctContract(
  contract: WrittenContract,
  errors: readonly FoundError[],
  note: (note: ImportNote) => void,
): WrittenContract {
  let current = contract;
  const seen = new Set<string>();
  for (const error of errors) {
    const [part, name = "", field = ""] = error.path;
    // Corrects one error of each schema; the next round finds the others.
    const owner = JSON.stringify(error.path.slice(0, part === "types" ? 2 : 3));
    if (seen.has(owner)) continue;
    seen.add(owner);
    if (part === "types") current = correctType(current, name, error, note);
    else if (part === "tools" && field !== "")
      current = {
        ...current,
        tools: current.tools.map((tool) =>
          tool.name.verb === name ? correctField(tool, field, error, note) : tool,
        ),
      };
  }
  return current;
}

function correctType(
  contract: WrittenContract,
  name: string,
  { path, message, tried }: FoundError,
  note: (note: ImportNote) => void,
): WrittenContract {
  const type = contract.types[name];
  if (type === undefined) return contract;
  const { schema, place } = loosenIn(type, path.slice(2), ["types", name], tried);
  note({ tool: `the type ${contract.domain}.${name}`, text: droppedNote(place, message) });
  return { ...contract, types: { ...contract.types, [name]: schema } };
}

const openObject = { type: "object", additionalProperties: true } as const;

function correctField(
  tool: ImportedTool,
  field: string,
  { path, code, message, tried }: FoundError,
  note: (note: ImportNote) => void,
): ImportedTool {
  const value = tool.fields[field];
  if (value === undefined) return tool;
  if (code === "contract/confirm-like-argument") return asGivenByServer(tool, note);
  const isSchema = field === "inputSchema" || field === "outputSchema";
  const rest = path.slice(3);
  const { schema, place } =
    isSchema && rest.length > 0
      ? loosenIn(value, rest, [tool.name.verb, field], tried)
      : { schema: undefined, place: "" };
  note({
    tool: tool.foreign,
    text: droppedNote([field, ...(place === "" ? [] : [place])].join("."), message),
  });
  const isWhole = schema === undefined || schema === "any" || place === "";
  const { [field]: _gone, ...others } = tool.fields;
  if (!isSchema) {
    const part = rest.length > 0 ? withoutPart(value, rest[0] ?? "") : undefined;
    return { ...tool, fields: part === undefined ? others : { ...tool.fields, [field]: part } };
  }
  if (!isWhole) return { ...tool, fields: { ...tool.fields, [field]: schema } };
  // If the same error occurs again, an open object does not help either.
  const key = JSON.stringify([tool.name.verb, field, "open"]);
  if (tried.has(key)) return { ...tool, fields: others };
  tried.add(key);
  return { ...tool, fields: { ...tool.fields, [field]: openObject } };
}

/** Keeps an argument that looks like a confirmation, by `wireName`: existing clients pass it. */
function asGivenByServer(tool: ImportedTool, note: (note: ImportNote) => void): ImportedTool {
  if (tool.fields["wireName"] !== undefined || !mcpName.test(tool.foreign)) return tool;
  note({ tool: tool.foreign, text: "an argument looks like a confirmation; it confirms nothing" });
  return { ...tool, fields: { ...tool.fields, wireName: tool.foreign } };
}

/** A map or a list without one of its parts; undefined if nothing remains. */
function withoutPart(value: Json, part: string): Json | undefined {
  const rest = withValue(value, [part], () => undefined);
  return typeof rest === "object" && rest !== null && Object.keys(rest).length > 0 ? rest : undefined;
}

function loosenIn(
  schema: Json,
  path: readonly string[],
  owner: readonly string[],
  tried: Set<string>,
): { readonly schema: Json; readonly place: string } {
  // Only the paths tried in this schema.
  const prefix = JSON.stringify(owner);
  const own = new Set(
    [...tried].flatMap((each) => (each.startsWith(prefix) ? [each.slice(prefix.length)] : [])),
  );
  const loosened = loosen(schema, path, own);
  for (const each of own) tried.add(prefix + each);
  return loosened;
}

function droppedNote(place: string, message: string): string {
  return `\`${place}\` was dropped, so that the contract accepts more there: ${message}`;
}

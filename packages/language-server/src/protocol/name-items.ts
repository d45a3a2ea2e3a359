import { builtInTypeNames, localName, type WrittenKind, type WrittenName } from "@proviso/compiler/editor";
import { impliedFailureCodes } from "@proviso/manifest";
import { fieldTextAt } from "@proviso/manifest/fields";
import { type CompletionItem, CompletionItemKind } from "vscode-languageserver";
import type { DocumentCursor } from "../cursor/read-cursor.ts";
import type { DocumentPlace } from "../workspace/workspace.ts";

/** Names that the project declares, where a contract refers to them. */
export function nameItems(
  { snapshot, path: file }: DocumentPlace,
  { path, at }: DocumentCursor,
): readonly CompletionItem[] {
  if (at === "key") return [];
  const knownNames = snapshot.knownNames();
  const own = snapshot.contractAt(file);
  if (isType(path)) return [...builtInTypeNames.map(builtIn), ...declared(knownNames, "type", own?.name)];
  const [contractSection, tool = "", ...field] = path;
  if (contractSection !== "tools") return [];
  if (path.at(-1) === "effect" && path.at(-3) === "sideEffects")
    return declared(knownNames, "effect", own?.name);
  switch (fieldTextAt(field.filter((key) => key !== "[]"))?.refersTo) {
    case "permission":
      return declared(knownNames, "permission", undefined);
    case "failure":
      return [...declared(knownNames, "failure", own?.name), ...impliedFailureCodes.map(implied)];
    case "tool":
      return declared(knownNames, "tool", undefined);
    case "requirement":
      return requirements(knownNames);
    case "argument":
      return inputFields(own?.tools.find(({ name }) => name === `${own.name}.${tool}`)?.inputSchema);
    case undefined:
      return [];
  }
}

const kinds: Readonly<Record<WrittenKind, CompletionItemKind>> = {
  type: CompletionItemKind.Class,
  permission: CompletionItemKind.Constant,
  failure: CompletionItemKind.Event,
  effect: CompletionItemKind.Event,
  tool: CompletionItemKind.Function,
  requirement: CompletionItemKind.Constant,
};

/** Lists declared names, those of the own domain first and without its prefix. */
function declared(
  knownNames: readonly WrittenName[],
  kind: WrittenKind,
  domain: string | undefined,
): readonly CompletionItem[] {
  const found = knownNames.filter((each) => each.kind === kind && each.declares);
  return found.map((each) => {
    const isOwn = domain !== undefined && each.name.startsWith(`${domain}.`);
    const label = isOwn ? localName(each) : each.name;
    return {
      label,
      kind: kinds[kind],
      sortText: `${isOwn ? 0 : 1}${label}`,
      ...(each.declares?.description !== undefined && { documentation: each.declares.description }),
    };
  });
}

function builtIn(label: string): CompletionItem {
  return { label, kind: CompletionItemKind.Keyword, sortText: `0${label}` };
}

function implied(label: string): CompletionItem {
  const documentation =
    "It follows from the contract of each tool in which it can happen, and need not be listed.";
  return { label, kind: kinds.failure, sortText: `2${label}`, documentation };
}

function requirements(knownNames: readonly WrittenName[]): readonly CompletionItem[] {
  const used = knownNames.filter(({ kind }) => kind === "requirement").map(({ name }) => name);
  return [...new Set(used)].map((label) => ({ label, kind: kinds.requirement }));
}

function inputFields(schema: unknown): readonly CompletionItem[] {
  const properties = (schema as { properties?: object } | undefined)?.properties ?? {};
  return Object.keys(properties).map((label) => ({ label, kind: CompletionItemKind.Property }));
}

/** Whether a value here is a type, or a part of one. */
function isType([contractSection, , ...field]: readonly string[]): boolean {
  if (contractSection === "types") return true;
  if (contractSection !== "tools") return false;
  return /^(inputSchema|outputSchema|dryRun preview)\b/.test(field.join(" "));
}

import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from "jsonc-parser";
import type { Json } from "@proviso/manifest";
import { UsageError } from "@proviso/terminal";
import type { ReadServers, ServerText } from "./config-text.ts";
import type { HostConfig } from "./hosts.ts";
import { isWrapped, unwrapEntry, wrapEntry, type GatewayProgram } from "./wrap-entry.ts";

/** The servers in a JSON file, which may have comments and trailing commas. */
export const readJsonServers: ReadServers = (text, { key, projectsKey, addressKey }, program) => {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (!root || error)
    throw new UsageError(`the file is no JSON: ${error ? printParseErrorCode(error.error) : "it is empty"}`);
  const serversAt = (path: readonly string[]): readonly ServerText[] =>
    membersAt(root, [...path, key]).map(([name, value]) =>
      serverText(text, name, value, { ...program, addressKey }),
    );
  const projects = projectsKey === undefined ? [] : membersAt(root, [projectsKey]);
  return [
    ...serversAt([]),
    ...projects.flatMap(([project]) =>
      serversAt([projectsKey ?? "", project]).map((server) => ({ ...server, project })),
    ),
  ];
};

function membersAt(root: Node, path: string[]): readonly (readonly [string, Node])[] {
  return (findNodeAtLocation(root, path)?.children ?? []).flatMap(({ children: [name, value] = [] }) =>
    name && value ? [[String(name.value), value] as const] : [],
  );
}

function serverText(
  text: string,
  name: string,
  { offset, length, ...node }: Node,
  program: GatewayProgram & Pick<HostConfig, "addressKey">,
): ServerText {
  const entry = getNodeValue({ offset, length, ...node }) as Json;
  const place = { name, entry, start: offset, end: offset + length };
  if (isWrapped(entry)) {
    const own = unwrapEntry(entry, program.addressKey);
    return { ...place, isWrapped: true, ...(own && { unwrapped: printAt(text, offset, own) }) };
  }
  const wrapped = wrapEntry(name, entry, program);
  if ("left" in wrapped) return { ...place, isWrapped: false, left: wrapped.left };
  return { ...place, isWrapped: false, wrapped: printAt(text, offset, wrapped.entry) };
}

/** The entry in the file's own indentation, which is that of the line on which it begins. */
function printAt(text: string, offset: number, entry: Json): string {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const [indent = ""] = /^[\t ]*/.exec(text.slice(lineStart, offset)) ?? [];
  const unit = indent.includes("\t") ? "\t" : "  ";
  return JSON.stringify(entry, null, unit).replaceAll("\n", `\n${indent}`);
}

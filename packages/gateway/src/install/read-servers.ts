import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";
import { parse } from "smol-toml";
import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import { UsageError } from "@proviso/terminal";
import type { ConfigFile } from "./edit-file.ts";
import type { HostConfig } from "./hosts.ts";

/** The server's part of a configuration, as it stands in the text. */
export interface ServerText {
  readonly name: string;
  /** What tells the server from all others of its file, for people and for the record. */
  readonly title: string;
  /** The folder whose server it is, if the file has servers of several. */
  readonly project?: string;
  readonly entry: Json;
  /** The part of the text that is replaced. */
  readonly offset: number;
  readonly length: number;
  /** Why the format lets no gateway be put in front. */
  readonly left?: string;
  /** That part for another entry: of a TOML table, for another command with its arguments. */
  print(entry: JsonObject): string;
}

type Shape = Pick<HostConfig, "format" | "key" | "projectsKey">;

/** Reads the servers of a configuration. Throws a `UsageError` if the text cannot be read. */
export function readServers(file: ConfigFile, shape: Shape): readonly ServerText[] {
  return shape.format === "json" ? jsonServers(file, shape) : tomlServers(file, shape);
}

/** The servers in a JSON file, which may have comments and trailing commas. */
function jsonServers({ path: file, text }: ConfigFile, { key, projectsKey }: Shape): readonly ServerText[] {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (!root || error)
    throw new UsageError(
      `${file}: the file is no JSON: ${error ? printParseErrorCode(error.error) : "it is empty"}`,
    );
  const membersAt = (path: string[]): readonly (readonly [string, Node])[] =>
    (findNodeAtLocation(root, path)?.children ?? []).flatMap(({ children: [name, value] = [] }) =>
      name && value ? [[String(name.value), value] as const] : [],
    );
  const serversAt = (path: string[], project?: string): readonly ServerText[] =>
    membersAt([...path, key]).map(([name, node]) => ({
      name,
      title: project === undefined ? name : `${name} (${project})`,
      ...(project !== undefined && { project }),
      entry: getNodeValue(node) as Json,
      offset: node.offset,
      length: node.length,
      print: (entry) => printAt(text, node.offset, entry),
    }));
  const projects = projectsKey === undefined ? [] : membersAt([projectsKey]);
  return [
    ...serversAt([]),
    ...projects.flatMap(([project]) => serversAt([projectsKey ?? "", project], project)),
  ];
}

/** The entry in the file's own indentation, which is that of the line on which it begins. */
function printAt(text: string, offset: number, entry: Json): string {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const [indent = ""] = /^[\t ]*/.exec(text.slice(lineStart, offset)) ?? [];
  const unit = indent.includes("\t") ? "\t" : "  ";
  return JSON.stringify(entry, null, unit).replaceAll("\n", `\n${indent}`);
}

/** The servers in a TOML file: tables such as `[mcp_servers.files]`, with `command` and `args`. */
function tomlServers({ path, text }: ConfigFile, { key }: Shape): readonly ServerText[] {
  let read: JsonObject;
  try {
    read = parse(text) as unknown as JsonObject;
  } catch (error) {
    const [why] = error instanceof Error ? error.message.split("\n") : [];
    throw new UsageError(`${path}: the file is no TOML: ${why}`, { cause: error });
  }
  return Object.entries(isObject(read[key]) ? read[key] : {}).map(([name, entry]) => {
    const section = sectionOf(text, key, name);
    const { offset, length } = section ?? { offset: 0, length: 0 };
    const left = !section
      ? "it does not stand in a table of its own"
      : isObject(entry) && entry["command"] === undefined && entry["url"] !== undefined
        ? "it is an address, which the gateway does not wrap in TOML"
        : undefined;
    return {
      name,
      title: name,
      entry,
      offset,
      length,
      ...(left !== undefined && { left }),
      // JSON's texts and lists of texts are TOML's.
      print: ({ command = "", args = [] }) =>
        `command = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n${["args", "command"].reduce(withoutStatement, text.slice(offset, offset + length))}`,
    };
  });
}

/** The lines below the header of a server's table, up to the next header. */
function sectionOf(text: string, key: string, name: string): { offset: number; length: number } | undefined {
  const names = [name, JSON.stringify(name), `'${name}'`].map(escapePattern).join("|");
  const header = new RegExp(
    `^[ \\t]*\\[[ \\t]*${escapePattern(key)}[ \\t]*\\.[ \\t]*(?:${names})[ \\t]*\\][^\\n]*\\n`,
    "m",
  ).exec(text);
  if (!header) return undefined;
  const offset = header.index + header[0].length;
  const rest = text.slice(offset);
  return { offset, length: /^[ \t]*\[/m.exec(rest)?.index ?? rest.length };
}

/** Takes a statement away, which may go over several lines: the shortest run of lines that can be read. */
function withoutStatement(body: string, key: string): string {
  const found = new RegExp(`^[ \\t]*${key}[ \\t]*=`, "m").exec(body);
  if (!found) return body;
  const lines = body.slice(found.index).split(/(?<=\n)/);
  for (let count = 1; count <= lines.length; count++) {
    const statement = lines.slice(0, count).join("");
    try {
      parse(statement);
      return body.slice(0, found.index) + body.slice(found.index + statement.length);
    } catch {
      // One line more may end it.
    }
  }
  return body;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

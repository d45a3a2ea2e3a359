import { parse } from "smol-toml";
import { isObject, type Json } from "@proviso/manifest";
import { UsageError } from "@proviso/terminal";
import type { ReadServers, ServerText } from "./config-text.ts";
import { isWrapped, wrapEntry, type GatewayProgram } from "./wrap-entry.ts";

/** The servers in a TOML file: tables such as `[mcp_servers.files]`, with `command` and `args`. */
export const readTomlServers: ReadServers = (text, { key }, program) => {
  const servers = readDocument(text)[key];
  return Object.entries(isObject(servers) ? servers : {}).map(([name, entry]) =>
    serverText(text, { key, name, entry }, program),
  );
};

interface NamedEntry {
  readonly key: string;
  readonly name: string;
  readonly entry: Json;
}

function serverText(text: string, { key, name, entry }: NamedEntry, program: GatewayProgram): ServerText {
  const nothing = { name, entry, start: 0, end: 0, isWrapped: false };
  const section = sectionOf(text, key, name);
  if (!section) return { ...nothing, left: "it does not stand in a table of its own" };
  const place = { name, entry, ...section };
  if (isWrapped(entry)) return { ...place, isWrapped: true };
  const wrapped = wrapEntry(name, entry, program);
  if ("left" in wrapped) return { ...place, isWrapped: false, left: wrapped.left };
  if (!isObject(entry) || typeof entry["command"] !== "string")
    return { ...place, isWrapped: false, left: "it is an address, which the gateway does not wrap in TOML" };
  const { command, args } = wrapped.entry;
  const body = text.slice(section.start, section.end);
  const kept = withoutStatement(withoutStatement(body, "args"), "command");
  // JSON's texts and lists of texts are TOML's.
  return {
    ...place,
    isWrapped: false,
    wrapped: `command = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n${kept}`,
  };
}

/** The lines below the header of a server's table, up to the next header. */
function sectionOf(text: string, key: string, name: string): { start: number; end: number } | undefined {
  const names = [name, JSON.stringify(name), `'${name}'`].map(escapePattern).join("|");
  const header = new RegExp(
    `^[ \\t]*\\[[ \\t]*${escapePattern(key)}[ \\t]*\\.[ \\t]*(?:${names})[ \\t]*\\][^\\n]*\\n`,
    "m",
  ).exec(text);
  if (!header) return undefined;
  const start = header.index + header[0].length;
  const next = /^[ \t]*\[/m.exec(text.slice(start));
  return { start, end: next ? start + next.index : text.length };
}

/** Takes a statement away, which may go over several lines: the shortest run of lines that can be read. */
function withoutStatement(body: string, key: string): string {
  const found = new RegExp(`^[ \\t]*${key}[ \\t]*=`, "m").exec(body);
  if (!found) return body;
  const lines = body.slice(found.index).split(/(?<=\n)/);
  for (let count = 1; count <= lines.length; count++) {
    const statement = lines.slice(0, count).join("");
    if (isReadable(statement)) return body.slice(0, found.index) + body.slice(found.index + statement.length);
  }
  return body;
}

function isReadable(statement: string): boolean {
  try {
    parse(statement);
    return true;
  } catch {
    return false;
  }
}

function readDocument(text: string): { readonly [key: string]: Json } {
  try {
    return parse(text) as unknown as { readonly [key: string]: Json };
  } catch (error) {
    throw new UsageError(
      `the file is no TOML: ${error instanceof Error ? error.message.split("\n")[0] : ""}`,
    );
  }
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

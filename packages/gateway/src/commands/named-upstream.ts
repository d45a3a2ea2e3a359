import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import { nearest, parse, printDiagnostics, toJson } from "@proviso/compiler";
import { UsageError } from "@proviso/terminal";
import { readRules, type ReadRules } from "../reads/read-rules.ts";
import { gatewayArgs } from "./gateway-args.ts";

/** One upstream of `gateway:` in `proviso.yaml`. */
export interface NamedUpstream {
  /** Its options as words of a command line, with whole paths. */
  readonly options: readonly string[];
  /** Its command, if it is a process. */
  readonly command: readonly string[];
  readonly reads: ReadRules;
}

/** Says where the server is; the rest of the keys are options. */
const ownKeys = ["command", "resources", "prompts"];
/** Options of one run. */
const notThere: ReadonlySet<string> = new Set(["upstream", "config", "ledger", "json"]);

/** Reads the upstream of this name. Throws a `UsageError` that says what to write. */
export function namedUpstream(file: string, name: string): NamedUpstream {
  const upstreams = readGateway(file);
  const entry = upstreams[name];
  const at = `gateway.${name}`;
  if (entry === undefined)
    throw new UsageError(`${file} has no \`${at}\`, but ${Object.keys(upstreams).join(", ") || "none"}`);
  if (!isObject(entry)) throw new UsageError(`\`${at}\` must be a map with \`command\` or \`url\``);
  const { command, resources, prompts, ...options } = entry;
  const words = Object.entries(options).flatMap(([key, value]) => optionWords(key, value, at, dirname(file)));
  return {
    options: ["--name", name, ...words],
    command: command === undefined ? [] : commandWords(command, at),
    reads: {
      resources: readRules(resources, `${at}.resources`),
      prompts: readRules(prompts, `${at}.prompts`),
    },
  };
}

function readGateway(file: string): JsonObject {
  if (!existsSync(file)) throw new UsageError(`there is no ${file}: name the file with \`--config FILE\``);
  const source = { path: file, text: readFileSync(file, "utf8") };
  const { tree, diagnostics } = parse(source);
  if (!tree) throw new UsageError(printDiagnostics(diagnostics, [source], {}));
  const read = toJson(tree);
  const gateway = isObject(read) ? read["gateway"] : undefined;
  if (!isObject(gateway))
    throw new UsageError(`${file} names no servers: add \`gateway: { NAME: { command: … } }\``);
  return gateway;
}

function commandWords(command: Json, at: string): readonly string[] {
  const words = typeof command === "string" ? command.trim().split(/\s+/) : command;
  if (Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === "string"))
    return words;
  throw new UsageError(`\`${at}.command\` must be a list of words, such as \`[node, server.js]\``);
}

function optionWords(key: string, value: Json, at: string, folder: string): readonly string[] {
  const known = Object.hasOwn(gatewayArgs, key) && !notThere.has(key) ? gatewayArgs[key] : undefined;
  if (!known) {
    const meant = nearest(key, [...ownKeys, ...Object.keys(gatewayArgs)]);
    throw new UsageError(
      `\`${at}\` has no \`${key}\`${meant === undefined ? "" : `: did you mean \`${meant}\`?`}`,
    );
  }
  if (known.type === "boolean") return value === true ? [`--${key}`] : [];
  const isPath = known.valueHint === "folder" || known.valueHint === "file";
  return (Array.isArray(value) ? value : [value]).flatMap((each) => [
    `--${key}`,
    isPath ? resolve(folder, String(each)) : String(each),
  ]);
}

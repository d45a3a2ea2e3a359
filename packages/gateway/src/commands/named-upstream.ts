import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isObject, type Budget, type Json, type JsonObject } from "@proviso/manifest";
import { nearest, parse, printDiagnostics, toJson } from "@proviso/compiler";
import { UsageError } from "@proviso/terminal";
import { readRules } from "../reads/read-rules.ts";
import type { UpstreamRules } from "../tools/gateway-tool.ts";
import { gatewayArgs, type UpstreamLine } from "./options.ts";

/** One upstream of `gateway:` in `proviso.yaml`. */
export interface NamedUpstream {
  readonly name: string;
  /** Its options as words of a command line, with whole paths. */
  readonly options: readonly string[];
  /** Its command, if it is a process. */
  readonly command: readonly string[];
  readonly settings: Pick<UpstreamLine, "reads" | "budgets">;
}

/** What no option of the command line says. */
const ownKeys = ["command", "resources", "prompts", "budgets"];
/** Options of one run. */
const notThere: ReadonlySet<string> = new Set(["upstream", "config", "ledger", "json"]);
/** Options of the whole gateway, which one of several servers cannot decide. */
const ofAll = /^(name|data|listen|inbox-port|inbox-from|no-inbox|toolset|discovery|first-tools)$/;

/** Reads the upstreams of these names, or all. Throws a `UsageError` that says what to write. */
export function namedUpstreams(file: string, names: readonly string[]): readonly NamedUpstream[] {
  const upstreams = readGateway(file);
  const all = Object.keys(upstreams);
  const chosen = names.length > 0 ? [...new Set(names)] : all;
  return chosen.map((name) => {
    const entry = upstreams[name];
    const at = `gateway.${name}`;
    if (entry === undefined)
      throw new UsageError(`${file} has no \`${at}\`, but ${all.join(", ") || "none"}`);
    if (!isObject(entry)) throw new UsageError(`\`${at}\` must be a map with \`command\` or \`url\``);
    const { command, resources, prompts, budgets, ...options } = entry;
    const shared = chosen.length > 1 ? Object.keys(options).find((key) => ofAll.test(key)) : undefined;
    if (shared !== undefined)
      throw new UsageError(
        `\`${at}.${shared}\` is an option of all servers together: write \`--${shared}\` on the command line`,
      );
    const words = Object.entries(options).flatMap(([key, value]) =>
      optionWords(key, value, at, dirname(file)),
    );
    return {
      name,
      options: ["--name", name, ...words],
      command: command === undefined ? [] : commandWords(command, at),
      settings: {
        reads: {
          resources: readRules(resources, `${at}.resources`),
          prompts: readRules(prompts, `${at}.prompts`),
        },
        budgets: readBudgets(budgets, `${at}.budgets`),
      },
    };
  });
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

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function readBudgets(value: Json | undefined, at: string): UpstreamRules["budgets"] {
  const budgets = Object.entries(isObject(value) ? value : {}).map(([tool, budget]) => {
    const { of, per = "tool", limit, every, unit, ...others } = isObject(budget) ? budget : {};
    const [, count = "", letter = ""] = /^(\d+)([smhd])$/.exec(String(every)) ?? [];
    const everyMs = Number(count) * (unitMs[letter] ?? 0);
    const isSound =
      typeof of === "string" &&
      /^input\.[\w.]+$/.test(of) &&
      Number.isSafeInteger(limit) &&
      Number(limit) > 0;
    if (!isSound || !everyMs || !/^(principal|tool)$/.test(String(per)) || Object.keys(others).length > 0)
      throw new UsageError(
        `\`${at}.${tool}\` must be such as \`{ of: input.amount, limit: 1000, every: 24h }\`, with \`per: tool\` or \`principal\``,
      );
    const stated = { of, per, limit, everyMs, ...(typeof unit === "string" && { unit }) };
    return [tool, stated as unknown as Budget] as const;
  });
  if (value !== undefined && !isObject(value)) throw new UsageError(`\`${at}\` must be a map of tools`);
  return Object.fromEntries(budgets);
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

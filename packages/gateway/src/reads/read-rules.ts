import { randomUUID } from "node:crypto";
import { isObject, type DataFlow, type Json } from "@proviso/manifest";
import type { AuditSink, Principal } from "@proviso/server";
import { UsageError } from "@proviso/terminal";
import type { RequestMessage } from "../protocol/message.ts";

/** What an operator says of resources by URI, or of prompts by name. */
export interface ReadRule {
  /** `*` stands for any characters. */
  readonly pattern: string;
  readonly flow: DataFlow;
  /** All of them are needed. */
  readonly permissions: readonly string[];
}

/** The first rule that fits counts. What fits none is taken for private and untrusted, as a tool is whose contract does not say. */
export interface ReadRules {
  readonly resources: readonly ReadRule[];
  readonly prompts: readonly ReadRule[];
}

export const noReadRules: ReadRules = { resources: [], prompts: [] };

/** What is read by each method, and the parameter that names it. */
const methods = {
  "resources/read": ["resources", "uri"],
  "resources/subscribe": ["resources", "uri"],
  "prompts/get": ["prompts", "name"],
} as const;

const unknownRule: Omit<ReadRule, "pattern"> = {
  flow: { readsPrivate: true, returnsUntrusted: true, sendsOut: false },
  permissions: [],
};

/** The name of a resource or a prompt, with its rule. Undefined for every other request. */
function readingOf({ method, params }: RequestMessage, rules: ReadRules) {
  if (!Object.hasOwn(methods, method)) return undefined;
  const [kind, key] = methods[method as keyof typeof methods];
  const name = String(params?.[key] ?? "");
  const ruleOf = (form: string) => rules[kind].find(({ pattern }) => fits(form, pattern)) ?? unknownRule;
  const [rule = unknownRule, ...others] = new Set(formsOf(name).map(ruleOf));
  // A name that other rules speak of once it is decoded may lead around one of them: all of their permissions are needed.
  const permissions = [rule, ...others].flatMap((each) => each.permissions);
  return { name, rule: others.length === 0 ? rule : { ...unknownRule, permissions } };
}

/** A name as it stands, and as servers may read it: percent-decoded, without `..` and repeated slashes. */
function formsOf(name: string): readonly string[] {
  return [name, withoutDetours(name), withoutDetours(decoded(name))];
}

function withoutDetours(name: string): string {
  if (!URL.canParse(name)) return name;
  const url = new URL(name);
  url.pathname = url.pathname.replaceAll(/\/{2,}/g, "/");
  return url.href;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** In linear time, whatever the pattern. */
function fits(name: string, pattern: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last))
    return false;
  let from = first.length;
  for (const part of rest) {
    const at = name.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from <= name.length - last.length;
}

/** Reads `resources` or `prompts` of `proviso.yaml`. Throws a `UsageError` that says what to write. */
export function readRules(value: Json | undefined, at: string): readonly ReadRule[] {
  if (value === undefined) return [];
  if (!isObject(value))
    throw new UsageError(`\`${at}\` must be a map of patterns, such as \`"file:///docs/*": {}\``);
  return Object.entries(value).map(([pattern, rule]) => readRule(pattern, rule, `${at}.${pattern}`));
}

function readRule(pattern: string, rule: Json, at: string): ReadRule {
  const facts = isObject(rule) ? rule : { rule };
  const { readsPrivate = true, returnsUntrusted = true, permissions = [], ...others } = facts;
  const isSound =
    Object.keys(others).length === 0 &&
    typeof readsPrivate === "boolean" &&
    typeof returnsUntrusted === "boolean" &&
    Array.isArray(permissions) &&
    permissions.every((each) => typeof each === "string");
  if (!isSound)
    throw new UsageError(
      `\`${at}\` takes \`readsPrivate\` and \`returnsUntrusted\`, true or false, and \`permissions: [NAME]\``,
    );
  return { pattern, flow: { readsPrivate, returnsUntrusted, sendsOut: false }, permissions };
}

/** Longer names are cut in the trail: some URIs are whole documents. */
const maxName = 2000;

/**
 * Resolves to what a resource or a prompt brings into the session, once its reading is on record. Rejects if the caller may not
 * have it, or it cannot be recorded. Undefined for every other request.
 */
export type AdmitRead = (request: RequestMessage, rules: ReadRules) => Promise<DataFlow> | undefined;

export function admitReads(caller: Principal, audit: AuditSink): AdmitRead {
  return (request, rules) => {
    const reading = readingOf(request, rules);
    if (!reading) return undefined;
    const { name, rule } = reading;
    const lacked = rule.permissions.find((each) => !caller.permissions.includes(each));
    const said = lacked === undefined ? {} : { refused: lacked };
    const { flow } = rule;
    const entry = {
      callId: randomUUID(),
      kind: "event",
      number: 1,
      time: new Date().toISOString(),
      principal: { id: caller.id, kind: caller.kind },
      tool: request.method,
      event: "gateway.read",
      details: { name: name.slice(0, maxName).toWellFormed(), ...flow, ...said },
    } as const;
    return audit.append(entry).then(
      () => {
        if (lacked === undefined) return flow;
        throw new Error(
          `the caller lacks the permission ${lacked}, which the operator of the gateway demands`,
        );
      },
      (cause: unknown) => {
        throw new Error("the request was refused, because it could not be recorded", { cause });
      },
    );
  };
}

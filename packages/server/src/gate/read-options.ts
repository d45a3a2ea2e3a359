import { randomBytes } from "node:crypto";
import { budgetOwners, budgetPath, isObject, longestTimer } from "@proviso/manifest";
import { checkOptionNames } from "../api/check-option-names.ts";
import { auditReads, serverOptionNames, type EnforcingServerOptions } from "../api/options.ts";
import type { CallerLimits, Runtime } from "../pipeline/runtime/runtime.ts";

const durationOptions = { approvalMs: 5 * 60_000, receiptMs: 15 * 60_000, auditMs: 10_000, decisionMs: 5000 };
const countOptions = { callsAtOnce: 128, maxResultBytes: 4 * 1024 * 1024 };
const attemptOptions = { limit: 1200, perMs: 60_000 };

/** The options of a server that need no more than reading. Durations are in milliseconds. */
export interface ReadOptions extends Pick<
  Runtime,
  "auditReads" | "budgets" | "callerLimits" | "decisionMs" | "maxResultBytes" | "receiptMs"
> {
  readonly stateKeys: readonly Uint8Array[];
  readonly approvalMs: number;
  readonly auditMs: number;
}

/** Throws a TypeError for an invalid option. */
export function readOptions<Ports>(options: EnforcingServerOptions<Ports>): ReadOptions {
  checkNames(options);
  return {
    stateKeys: stateKeysOf(options),
    ...readNumbers(durationOptions, options, "a number of milliseconds"),
    ...auditReadsOf(options),
    budgets: budgetsOf(options),
    callerLimits: callerLimitsOf(options),
    maxResultBytes: maxResultBytesOf(options),
  };
}

/** The given numbers, else the defaults. Throws a TypeError for one that is out of range. */
export function readNumbers<Key extends string>(
  defaults: Readonly<Record<Key, number>>,
  given: { readonly [key in NoInfer<Key>]?: number },
  what: string,
): Readonly<Record<Key, number>> {
  const read = (Object.keys(defaults) as Key[]).map((key) => {
    const value = given[key] ?? defaults[key];
    if (!(Number.isFinite(value) && value > 0 && value <= longestTimer))
      throw new TypeError(`\`${key}\` must be ${what}, more than 0 and at most ${longestTimer}`);
    return [key, value];
  });
  return Object.fromEntries(read) as Record<Key, number>;
}

function checkNames<Ports>(options: EnforcingServerOptions<Ports>): void {
  checkOptionNames(options, serverOptionNames);
  checkOptionNames(options.attempts ?? {}, { limit: true, perMs: true });
  if (options.durable && !(options.store && options.stateKeys))
    throw new TypeError("`durable` needs a `store` and `stateKeys`, in which steps outlive a restart");
}

/**
 * A state key that outlives the process needs a durable store: otherwise nobody knows after a
 * restart, or in another replica, which approvals were used.
 */
function stateKeysOf<Ports>(options: EnforcingServerOptions<Ports>): readonly Uint8Array[] {
  const { store, stateKeys } = options;
  if (stateKeys && !store)
    throw new TypeError(
      "`stateKeys` needs a `store`: without one an approval that was used before a restart could be used again",
    );
  return stateKeys ?? [randomBytes(32)];
}

/** A misspelt value would be taken for the default, which the operator did not want. */
function auditReadsOf<Ports>(given: EnforcingServerOptions<Ports>): Pick<Runtime, "auditReads"> {
  const { auditReads: reads } = given;
  if (reads === undefined) return {};
  if (!auditReads.includes(reads))
    throw new TypeError(
      `\`auditReads\` is ${auditReads.map((each) => JSON.stringify(each)).join(" or ")}, not ${JSON.stringify(reads)}`,
    );
  return { auditReads: reads };
}

function callerLimitsOf<Ports>(options: EnforcingServerOptions<Ports>): CallerLimits {
  const { callsAtOnce } = readNumbers(countOptions, options, "a number");
  return { attempts: readNumbers(attemptOptions, options.attempts ?? {}, "a number"), callsAtOnce };
}

/** A budget that could count nothing would limit nothing, or refuse every call. */
function budgetsOf<Ports>({ budgets = {}, manifest }: EnforcingServerOptions<Ports>): Runtime["budgets"] {
  for (const [name, { of, per, limit, everyMs }] of Object.entries(budgets)) {
    const tool = manifest.tools.find((each) => each.name === name);
    if (!tool) throw new TypeError(`\`budgets\` names \`${name}\`, and there is no such tool`);
    const { properties = {} } = tool.inputSchema;
    const [argument = ""] = of.startsWith("input.") ? budgetPath(of) : [];
    if (!isObject(properties) || !Object.hasOwn(properties, argument))
      throw new TypeError(`the budget of \`${name}\` adds up \`${of}\`, which is no argument of it`);
    if (
      !budgetOwners.includes(per) ||
      ![limit, everyMs].every((each) => Number.isSafeInteger(each) && each > 0)
    )
      throw new TypeError(
        `the budget of \`${name}\` has \`per\` (${budgetOwners.join(", ")}), and \`limit\` and \`everyMs\` above 0`,
      );
  }
  return new Map(Object.entries(budgets));
}

/** What a contract lets a tool return would be withheld after it has acted, if the server's own limit were lower. */
function maxResultBytesOf<Ports>(options: EnforcingServerOptions<Ports>): number {
  const { maxResultBytes } = readNumbers(countOptions, options, "a number");
  for (const { name, result } of options.manifest.tools) {
    const inBase64 = Math.ceil(((result?.maxBytes ?? 0) * 4) / 3);
    if (inBase64 > maxResultBytes)
      throw new TypeError(
        `\`${name}\` may return ${inBase64} bytes of base64: \`maxResultBytes\` must be more than that`,
      );
  }
  return maxResultBytes;
}

import type { Json, JsonObject, ToolContract } from "@proviso/manifest";
import type { Principal } from "@proviso/server";
import { type CallOptions, endOf, invoke, see, type SeenCall } from "./call.ts";
import { byCondition } from "./fixtures.ts";
import type { World } from "./world.ts";

interface Trial {
  readonly world: World;
  readonly tool: ToolContract;
  readonly input: JsonObject;
}

/** A way to call a tool. The calls of one tool are made in the order of the array. */
interface Way {
  readonly name: string;
  /** Usually refused; if the tool ran nevertheless, the next call is made in a new world. */
  readonly isProbe?: boolean;
  /** Whether it begins in a new world. */
  readonly isFresh?: (tool: ToolContract) => boolean;
  /** Whether it applies; if not, the page says nothing that it could show. */
  readonly applies?: (tool: ToolContract) => boolean;
  readonly make: (trial: Trial) => Promise<SeenCall>;
}
type Options = CallOptions | ((trial: Trial) => CallOptions);

const isKeyed = ({ idempotency }: ToolContract): boolean => idempotency !== undefined;
const isByKey = ({ idempotency }: ToolContract): boolean => idempotency?.key.length === 0;
const isLimited = ({ rateLimit }: ToolContract): boolean => rateLimit !== undefined;
const mayLackLogIn = ({ stepUpAuth }: ToolContract): boolean => stepUpAuth.kind !== "never";
const isPlanned = ({ dryRun }: ToolContract): boolean => dryRun !== undefined;
const needsPlan = ({ dryRun }: ToolContract): boolean => dryRun?.mode === "required";
const withKey = { idempotencyKey: "key-1" };
const again = { isUnplanned: true };

export const ways: readonly Way[] = [
  // First: no other call may have made a dry run before.
  probe("without a dry run", again, needsPlan),
  probe("without permissions", { as: { permissions: [] } }),
  probe("for want of one permission", lackingLast, ({ permissions }) => permissions.length > 0),
  probe("as nobody", { as: { id: "", kind: "agent", permissions: [] } }),
  probe("without attributes", { as: { attributes: {} } }, ({ requirements }) => requirements.length > 0),
  probe("with an old log-in", oldLogIn),
  probe("with a weak log-in", { as: { acr: "weak" } }, mayLackLogIn),
  probe("where nobody can be asked", { person: "nobody" }),
  way("as a dry run", {}, isPlanned, { dryRun: true }),
  probe("with a no", { person: "no" }),
  way("plain", {}),
  way("again", again),
  way("again with an old log-in", (trial) => ({ ...again, ...oldLogIn(trial) }), isKeyed),
  { ...way("with a key", withKey), isFresh: isByKey },
  way("again with the key", { ...withKey, ...again }),
  condition("under the condition of its log-in", ({ stepUpAuth }) => stepUpAuth, 0),
  condition("outside the condition of its log-in", ({ stepUpAuth }) => stepUpAuth, 1),
  condition("under the condition of its question", ({ confirmation }) => confirmation, 0),
  condition("outside the condition of its question", ({ confirmation }) => confirmation, 1),
  { name: "over the limit", applies: isLimited, make: overLimit },
  way("again over the limit", { ...withKey, ...again }, isLimited),
  { name: "much later", applies: isKeyed, make: muchLater },
];

function probe(...given: Parameters<typeof way>): Way {
  return { ...way(...given), isProbe: true };
}

function way(
  name: string,
  options: Options,
  applies: Way["applies"] = () => true,
  more: JsonObject = {},
): Way {
  const optionsOf = typeof options === "function" ? options : () => options;
  const make: Way["make"] = (trial) =>
    see(trial.world, trial.tool, { ...trial.input, ...more }, optionsOf(trial));
  return { name, applies, make };
}

function lackingLast({ world, tool }: Trial): CallOptions {
  const lacked = tool.permissions.at(-1);
  return { as: { permissions: world.caller().permissions.filter((name) => name !== lacked) } };
}

/** More than a year old. */
function oldLogIn({ world: { clock } }: Pick<Trial, "world">): { readonly as: Partial<Principal> } {
  return { as: { authTime: Math.floor(clock.now().getTime() / 1000) - 400 * 86_400 } };
}

/** Calls with arguments for which a condition of the contract is true (0) or false (1); of a log-in, with an old one. */
function condition(
  name: string,
  of: (tool: ToolContract) => { readonly kind: string; readonly condition?: string },
  side: 0 | 1,
): Way {
  const inputFor = (tool: ToolContract): JsonObject | undefined => {
    const { kind, condition: text = "" } = of(tool);
    return kind === "when" ? byCondition[text]?.[side] : undefined;
  };
  return {
    name,
    applies: (tool) => inputFor(tool) !== undefined,
    make: ({ world, tool }) =>
      see(world, tool, inputFor(tool) ?? {}, name.endsWith("log-in") ? oldLogIn({ world }) : {}),
  };
}

/** Calls with other arguments each time until the limit refuses; a call that the handler refuses counts too. */
async function overLimit({ world, tool, input }: Trial): Promise<SeenCall> {
  const max = tool.rateLimit?.limit ?? 0;
  for (let made = 0; made <= max; made += 1)
    if (endOf(await invoke(world, tool, varied(input, made))) === "rate_limit_exceeded") break;
  return see(world, tool, varied(input, max + 1), again);
}

/** Arguments that are no repetition: each text or number is another one of the same form. */
function varied(input: JsonObject, number: number): JsonObject {
  const digits = String(1000 + number);
  const text = (value: string): string => {
    if (/^\d{4}-\d\d-\d\dT/.test(value))
      return new Date(Date.parse("2027-02-01T00:00:00Z") + number * 60_000).toISOString();
    if (value.includes("@")) return `person${digits}@example.com`;
    if (/^[a-z]{1,4}_[a-z0-9_]+$/.test(value)) return `${value.slice(0, value.indexOf("_") + 1)}x${digits}z9`;
    return value.includes(" ") ? `${value} ${digits}` : value;
  };
  const other = (value: Json): Json => {
    if (typeof value === "string") return text(value);
    if (typeof value === "number") return value + number + 1;
    if (Array.isArray(value)) return value.map(other);
    return typeof value === "object" && value !== null ? varied(value as JsonObject, number) : value;
  };
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, other(value)]));
}

async function muchLater({ world, tool, input }: Trial): Promise<SeenCall> {
  const { idempotency, rateLimit } = tool;
  world.clock.advance(Math.max(idempotency?.ttlMs ?? 0, rateLimit?.perMs ?? 0) + 1000);
  return see(world, tool, input);
}

import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type Schema, valuesNear } from "./values.ts";

/** A tool in a list, as far as it is compared. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: Schema;
  readonly outputSchema?: Schema;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly execution?: Readonly<Record<string, unknown>>;
  readonly icons?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export interface Comparison {
  /** A line for each difference. */
  readonly differences: readonly string[];
  /** How many values were checked by both validators, and how many of them fit. */
  readonly checked: number;
  readonly fitting: number;
}

const valuesPerSchema = 300;

/** What MCP says of a hint that is absent. */
const defaults = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

/** The list of a server, and the one that is served from its imported contracts. */
export function compareLists(original: readonly ListedTool[], served: readonly ListedTool[]): Comparison {
  const differences: string[] = [];
  const counts = { checked: 0, fitting: 0 };
  const ours = new Map(served.map((tool) => [tool.name, tool]));
  const names = new Set(original.map(({ name }) => name));
  for (const { name } of served)
    if (!names.has(name)) differences.push(`${name}: is not in the original list`);
  for (const tool of original) {
    const found = ours.get(tool.name);
    if (!found) differences.push(`${tool.name}: is missing`);
    else differences.push(...compareTools(tool, found, counts).map((each) => `${tool.name}: ${each}`));
  }
  return { differences, ...counts };
}

interface Counts {
  checked: number;
  fitting: number;
}

function compareTools(tool: ListedTool, ours: ListedTool, counts: Counts): readonly string[] {
  const said = tool.annotations ?? {};
  const title = tool.title ?? said["title"];
  return [
    ...differs("description", tool.description ?? "", ours.description ?? ""),
    ...(title === undefined ? [] : differs("title", title, ours.title)),
    ...differs("icons", tool.icons, ours.icons),
    ...["requirements", "taskSupport"].flatMap((key) =>
      differs(`execution.${key}`, tool.execution?.[key], ours.execution?.[key]),
    ),
    ...differs("agencyHint", said["agencyHint"], ours.annotations?.["agencyHint"]),
    ...Object.entries(tool._meta ?? {}).flatMap(([key, value]) =>
      differs(`_meta ${key}`, value, ours._meta?.[key]),
    ),
    ...compareHints(said, ours.annotations ?? {}),
    ...compareSchemas("inputSchema", tool.inputSchema, ours.inputSchema, counts),
    ...compareSchemas("outputSchema", tool.outputSchema, ours.outputSchema, counts),
  ];
}

/** Compares stated hints as they are, and absent ones by MCP's defaults where MCP gives them a meaning. */
function compareHints(
  said: Readonly<Record<string, unknown>>,
  ours: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.entries(defaults).flatMap(([hint, absent]) => {
    const isMeant = said["readOnlyHint"] !== true || hint === "readOnlyHint" || hint === "openWorldHint";
    if (said[hint] === undefined && !isMeant) return [];
    return differs(hint, said[hint] ?? absent, ours[hint] ?? absent);
  });
}

function differs(what: string, original: unknown, ours: unknown): readonly string[] {
  const [first, second] = [JSON.stringify(original), JSON.stringify(ours)];
  return first === second ? [] : [`${what} was ${shorten(first)} and is ${shorten(second)}`];
}

function shorten(text: string | undefined): string {
  return text === undefined || text.length <= 160 ? `${text}` : `${text.slice(0, 100)} … ${text.slice(-50)}`;
}

function compareSchemas(
  what: string,
  original: Schema | undefined,
  ours: Schema | undefined,
  counts: Counts,
): readonly string[] {
  if (!original || !ours) return differs(what, original, ours);
  const [theirs, mine] = [original, ours].map(validatorOf);
  if (!theirs) return [];
  if (!mine) return [`${what} is no schema`];
  for (const value of valuesNear(original, valuesPerSchema, 15)) {
    // Arguments and structured results are objects, whatever a schema leaves open.
    if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
    const [fits, fitsOurs] = [theirs(value), mine(value)];
    counts.checked += 1;
    counts.fitting += fits ? 1 : 0;
    if (fits !== fitsOurs)
      return [
        `${what} ${fits ? "accepted" : "refused"} ${shorten(JSON.stringify(value))}, and does the opposite`,
      ];
  }
  return [];
}

/** Undefined for a schema that no validator takes. */
function validatorOf(schema: Schema): ((value: unknown) => boolean) | undefined {
  const dialect = String(schema["$schema"] ?? "");
  const made = new (/draft-0[4-7]/.test(dialect) ? Ajv : Ajv2020)({ strict: false, logger: false });
  addFormats.default(made);
  try {
    return made.compile(schema);
  } catch {
    return undefined;
  }
}

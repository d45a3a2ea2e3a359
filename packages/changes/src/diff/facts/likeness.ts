import { canonicalJson, isObject, type Json, type ToolContract } from "@proviso/manifest";

interface Part {
  readonly name?: string;
  readonly weight: number;
  readonly tokens: (tool: ToolContract) => readonly string[];
}

const words = (text: string): readonly string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** What distinguishes tools. Fields that most tools share, such as the time-out, do not count. */
const parts: readonly Part[] = [
  { weight: 4, tokens: ({ description }) => words(description) },
  { weight: 2, tokens: ({ title }) => words(title) },
  { weight: 2, tokens: ({ name }) => words(name.replaceAll("_", " ")) },
  { weight: 3, tokens: ({ inputSchema }) => propertiesOf(inputSchema) },
  {
    weight: 2,
    tokens: ({ outputSchema, result }) => propertiesOf(outputSchema ?? (result as Json | undefined)),
  },
  {
    weight: 2,
    tokens: ({ sideEffects }) =>
      sideEffects.flatMap(({ kind, description }) => [kind, ...words(description)]),
  },
  { weight: 2, tokens: ({ auditEvent }) => [auditEvent] },
  {
    weight: 1,
    tokens: ({ failureModes }) => failureModes.flatMap(({ code, implied }) => (implied ? [] : [code])),
  },
  { weight: 1, tokens: ({ examples }) => examples.map((each) => canonicalJson(each as unknown as Json)) },
  { name: "permissions", weight: 1, tokens: ({ permissions }) => permissions },
  {
    weight: 1,
    tokens: ({ metadata }) =>
      Object.entries(metadata).map(([key, value]) => `${key} ${canonicalJson(value)}`),
  },
  {
    weight: 1,
    tokens: ({ idempotency, dryRun }) => [
      ...(idempotency?.key ?? []),
      ...(idempotency?.onRepeat ? [idempotency.onRepeat] : []),
      ...propertiesOf(dryRun?.preview),
    ],
  },
];

/** The parts of a tool as sets of words, computed once per tool. */
export type ToolContent = readonly ReadonlySet<string>[];

export function contentOf(tool: ToolContract): ToolContent {
  return parts.map(({ tokens }) => new Set(tokens(tool)));
}

const permissionPart = parts.findIndex(({ name }) => name === "permissions");

/** The content with the permissions of another, so that a change of permissions makes no tool more or less like it. */
export function withPermissionsOf(content: ToolContent, other: ToolContent): ToolContent {
  return content.map((tokens, at) => (at === permissionPart ? (other[at] ?? tokens) : tokens));
}

/** How much of two tools is the same, from 0 to 1. Parts that both lack do not count. */
export function likeness(one: ToolContent, other: ToolContent): number {
  let [sum, weights] = [0, 0];
  for (const [at, { weight }] of parts.entries()) {
    const [first, second] = [one[at] ?? new Set<string>(), other[at] ?? new Set<string>()];
    const shared = [...first].filter((token) => second.has(token)).length;
    const all = first.size + second.size - shared;
    if (all === 0) continue;
    sum += (weight * shared) / all;
    weights += weight;
  }
  return weights === 0 ? 0 : sum / weights;
}

/** `name: schema` of the properties at the top. */
function propertiesOf(schema: Json | undefined): readonly string[] {
  const properties = isObject(schema) ? schema["properties"] : undefined;
  if (!isObject(properties)) return schema === undefined ? [] : [canonicalJson(schema)];
  return Object.entries(properties).flatMap(([name, value]) => [name, `${name}: ${canonicalJson(value)}`]);
}

import { gateFields, type ToolContract } from "@proviso/manifest";

/**
 * Whether a condition that decides by the arguments does not name this one, which the schema of
 * inputs has. Callers can then put what it looks for into the argument that it does not know.
 */
export function ignoresArgument(tool: ToolContract, place: string): boolean {
  const [, name] = /^inputSchema\.properties\.([\w$-]+)$/.exec(place) ?? [];
  return conditionsOf(tool).some((condition) => {
    const read = [...condition.matchAll(/\binput\.([\w$]+)/g)].map(([, argument]) => argument);
    return name === undefined || !read.includes(name);
  });
}

/** The conditions that read the arguments. */
export function conditionsOf(tool: ToolContract): readonly string[] {
  const gates = gateFields.map((field) => tool[field]);
  const conditions = [
    ...gates.flatMap((gate) => (gate.kind === "when" ? [gate.condition] : [])),
    ...(tool.refinements ?? []).map(({ when }) => when),
  ];
  return conditions.filter((condition) => /\binput\b/.test(condition));
}

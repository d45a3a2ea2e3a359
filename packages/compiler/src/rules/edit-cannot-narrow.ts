import type { JsonSchema } from "@proviso/manifest";
import { schemasInPlace } from "./facts/schemas-in-place.ts";
import { type ToolRule, toolRule } from "./facts/rule.ts";

const narrowable: readonly unknown[] = ["number", "integer", "array", "null"];

export const editCannotNarrow: ToolRule = toolRule({
  code: "contract/edit-cannot-narrow",
  summary: "An approver narrows numbers and lists: of other arguments no value is less than another.",
  check({ tool, written }, report) {
    const refined = (written.refine ?? []).map(({ fields }) => fields.confirmation);
    for (const confirmation of [written.confirmation, ...refined])
      for (const { value: name, span } of confirmation?.value.edit ?? []) {
        const problem = problemOf(name, tool.inputSchema);
        if (problem !== undefined)
          report(problem, span, "name an argument that is a number or a list, or leave it out");
      }
  },
});

function problemOf(name: string, inputSchema: JsonSchema): string | undefined {
  const stated = schemasInPlace(inputSchema, inputSchema).flatMap(({ properties }) => {
    const schema = Object.entries(properties ?? {}).find(([key]) => key === name)?.[1];
    return schema === undefined ? [] : [schema];
  });
  if (stated.length === 0) return `there is no argument \`${name}\``;
  const types = stated
    .flatMap((schema) => schemasInPlace(schema, inputSchema))
    .flatMap(({ type, enum: values, const: only }) =>
      values === undefined && only === undefined ? (type ?? []) : ["enum"],
    );
  const canNarrow = types.length > 0 && types.every((type) => narrowable.includes(type));
  return canNarrow ? undefined : `\`${name}\` is neither a number nor a list, so it cannot be narrowed`;
}

import { type JsonObject, type ToolContract, contentProblems, isObject } from "@proviso/manifest";
import type { MakeCheck, Problem, SchemaCheck } from "./schema-check.ts";

/** Checks a handler's result: one object, or content blocks with optional structured content. */
export function outputCheck({ outputSchema, result }: ToolContract, check: MakeCheck): SchemaCheck {
  const checkStructured = outputSchema && check(() => outputSchema);
  if (!result) return checkStructured ?? (() => []);
  const ownMembers = ["content", ...(checkStructured ? ["structuredContent"] : [])];
  return (output) => {
    const returned: JsonObject = isObject(output) ? output : {};
    const unknownMembers = Object.keys(returned).filter((key) => !ownMembers.includes(key));
    return [
      ...contentProblems(returned["content"], result),
      ...(checkStructured ? structuredProblems(returned["structuredContent"], checkStructured) : []),
      ...(unknownMembers.length > 0
        ? [{ path: "", problem: `must have nothing but ${ownMembers.join(" and ")}` }]
        : []),
    ];
  };
}

function structuredProblems(output: JsonObject[string] | undefined, check: SchemaCheck): readonly Problem[] {
  if (output === undefined) return [{ path: "/structuredContent", problem: "must be there" }];
  return check(output).map(({ path, problem }) => ({ path: `/structuredContent${path}`, problem }));
}

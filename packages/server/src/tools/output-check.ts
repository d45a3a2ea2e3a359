import { contentProblems } from "@proviso/manifest";
import type { JsonObject, ToolContract } from "@proviso/manifest";
import { isJsonObject } from "../canonical/canonical-copy.ts";
import type { MakeCheck, Problem, SchemaCheck } from "./schema-check.ts";

/** Checks the result of a handler: one object, or content blocks with optional structured content. */
export function outputCheck({ outputSchema, result }: ToolContract, check: MakeCheck): SchemaCheck {
  const checkStructured = outputSchema && check(() => outputSchema);
  if (!result) return checkStructured ?? (() => []);
  const own = ["content", ...(checkStructured ? ["structuredContent"] : [])];
  return (value) => {
    const returned: JsonObject = isJsonObject(value) ? value : {};
    const others = Object.keys(returned).filter((key) => !own.includes(key));
    return [
      ...contentProblems(returned["content"], result),
      ...(checkStructured ? structuredProblems(returned["structuredContent"], checkStructured) : []),
      ...(others.length > 0 ? [{ path: "", problem: `must have nothing but ${own.join(" and ")}` }] : []),
    ];
  };
}

function structuredProblems(value: JsonObject[string] | undefined, check: SchemaCheck): readonly Problem[] {
  if (value === undefined) return [{ path: "/structuredContent", problem: "must be there" }];
  return check(value).map(({ path, problem }) => ({ path: `/structuredContent${path}`, problem }));
}

import { isObject, type Json, type JsonObject, type JsonSchema, listOf } from "@proviso/manifest";
import { innerSchemas } from "./facts/inner-schemas.ts";
import { propertyPlace } from "./facts/property-place.ts";
import { type ToolRule, toolRule } from "./facts/rule.ts";

export const unappliedDefault: ToolRule = toolRule({
  code: "lint/unapplied-default",
  severity: "warning",
  summary:
    "A `default` is on a property, where the server fills it in, not inside alternatives or list items.",
  check({ tool, written }, report) {
    const withDefault = innerSchemas(tool.inputSchema).filter(({ schema }) =>
      Object.hasOwn(schema, "default"),
    );
    if (withDefault.length === 0) return;
    const applied = appliedDefaults(tool.inputSchema);
    const reported = new Set<string>();
    for (const { schema, path } of withDefault) {
      if (applied.has(schema) || reported.has(path.join("/"))) continue;
      reported.add(path.join("/"));
      const span =
        propertyPlace(written.inputSchema, path) ?? tool.spans.fields["inputSchema"] ?? tool.spans.name;
      const where = path.length === 0 ? "of the whole input" : `in \`${path.join(".")}\``;
      report(
        `the default ${where} is published and never filled in`,
        span,
        "write it beside the name of the property, outside of `anyOf`, `oneOf`, `if` and items, or say it in `description`",
      );
    }
  },
});

/** The schemas whose `default` the server fills in. Walks a schema as the server does. */
function appliedDefaults(root: JsonSchema): ReadonlySet<Json> {
  const applied = new Set<Json>();
  const visited = new Set<Json>();
  const definitionOf = (schema: JsonObject): Json | undefined => {
    const { $ref } = schema;
    const $defs = root["$defs"];
    return typeof $ref === "string" && isObject($defs) ? $defs[$ref.slice("#/$defs/".length)] : undefined;
  };
  const visit = (schema: Json | undefined): void => {
    if (!isObject(schema) || visited.has(schema)) return;
    visited.add(schema);
    const { allOf, properties, prefixItems, items, additionalProperties } = schema;
    const inner = [
      definitionOf(schema),
      ...listOf(allOf),
      ...listOf(prefixItems),
      items,
      additionalProperties,
    ];
    for (const each of inner) visit(each);
    for (const property of isObject(properties) ? Object.values(properties) : []) {
      applyFrom(property);
      visit(property);
    }
  };
  /** The first default applies: that of the property, or of the types that it refers to. */
  const applyFrom = (property: Json): void => {
    const seen = new Set<Json>();
    for (
      let each: Json | undefined = property;
      isObject(each) && !seen.has(each);
      each = definitionOf(each)
    ) {
      seen.add(each);
      applied.add(each);
    }
  };
  visit(root);
  return applied;
}

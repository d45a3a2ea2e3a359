import { gateFields, type ToolContract } from "@proviso/manifest";
import type { FoundChange } from "../facts/change.ts";
import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { breaking, dangerous, equals, neutral, opposites, safe, undecided } from "../facts/kinds.ts";
import { schemaChanges } from "../schemas/schema-changes.ts";

export const inputSchema: ClauseRule = clauseRule({
  name: "input-schema",
  summary:
    "Which arguments the tool accepts. The more it accepts, the safer for callers, and the less strict.",
  kinds: {
    ...opposites("changed", {
      "input-widened": safe("The tool accepts arguments that it refused."),
      "input-narrowed": breaking("The tool refuses arguments that it accepted."),
    }),
    ...undecided("changed", {
      "input-changed": dangerous(
        "Some arguments may be accepted that were refused, and the reverse: that cannot be decided.",
      ),
    }),
    ...equals("changed", {
      "input-property-added": safe(
        "There is a new optional argument. Like a new tool, it is a new ability; whatever the contract said of the other arguments still holds.",
      ),
      "input-property-removed": breaking("An optional argument is gone, and calls that give it are refused."),
    }),
    ...opposites("changed", {
      "input-property-added-beside-condition": safe(
        "There is a new optional argument, and a condition decides by the arguments and does not name it. What the condition looks for may be given in the new argument.",
      ),
      "input-property-removed-beside-condition": breaking(
        "An optional argument is gone that no condition named, though one decides by the arguments.",
      ),
    }),
    ...opposites("changed", {
      "required-input-property-removed": breaking(
        "An argument that every call had to give is gone, and calls that give it are refused.",
      ),
      "required-input-property-added": breaking("Calls without the new argument are refused."),
    }),
    ...undecided("changed", {
      "input-default-changed": dangerous(
        "A call that leaves the argument out does something else. Which of the two does less cannot be decided.",
      ),
    }),
    ...equals("changed", {
      "input-default-added": dangerous("The new argument has a value in calls that do not give it."),
      "input-default-removed": dangerous(
        "The argument that is gone had a value in calls that did not give it.",
      ),
    }),
    ...opposites("unchanged", {
      "input-no-longer-sensitive": safe("The argument is no longer redacted in records."),
      "input-made-sensitive": safe("The argument is redacted in records."),
    }),
    ...neutral("changed", {
      "input-reworded": safe("A model reads another title or description of an argument."),
      "input-rewritten": safe("The same arguments are valid, and the schema is written otherwise."),
    }),
  },
  find: (before, after) =>
    schemaChanges(
      { path: "inputSchema", name: "input", isReturned: false },
      before.inputSchema,
      after.inputSchema,
    ).map((change): FoundChange => {
      const { id, path, says } = change;
      const isOptional = id === "input-property-added" || id === "input-property-removed";
      // The contract without the argument decided by the others; the one with it still does, and does not name it.
      const [without, having] = id === "input-property-added" ? [before, after] : [after, before];
      if (!isOptional || conditionsOf(without).length === 0 || !ignoresArgument(having, path)) return change;
      return {
        ...change,
        id: `${id}-beside-condition`,
        says: `${says}, which a condition over the arguments does not name`,
      };
    }),
});

/**
 * Whether a condition that decides by the arguments does not name this one, which the schema of
 * inputs has. Callers can then put what it looks for into the argument that it does not know.
 */
function ignoresArgument(tool: ToolContract, place: string): boolean {
  const [, name] = /^inputSchema\.properties\.([\w$-]+)$/.exec(place) ?? [];
  return conditionsOf(tool).some((condition) => {
    const read = [...condition.matchAll(/\binput\.([\w$]+)/g)].map(([, argument]) => argument);
    return name === undefined || !read.includes(name);
  });
}

/** The conditions that read the arguments. */
function conditionsOf(tool: ToolContract): readonly string[] {
  const gates = gateFields.map((field) => tool[field]);
  const conditions = [
    ...gates.flatMap((gate) => (gate.kind === "when" ? [gate.condition] : [])),
    ...(tool.refinements ?? []).map(({ when }) => when),
  ];
  return conditions.filter((condition) => /\binput\b/.test(condition));
}

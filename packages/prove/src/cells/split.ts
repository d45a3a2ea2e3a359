import { type CelNode, conditionText, isCelNode } from "@proviso/manifest/condition";
import { fieldAskedOf } from "./variables.ts";

/** A condition as the largest parts that ask about one field, or that cannot be split, and the `&&`, `||`, `!` and `?:` between them. */
export interface SplitCondition {
  /** The parts by name: `a0`, `a1`. */
  readonly atoms: ReadonlyMap<string, CelNode>;
  /** The condition with `input.a0` in the place of a part, again in CEL. */
  readonly skeleton: string;
}

/** Names parts; those with the same text get the same name, also in other conditions. */
export interface AtomNames {
  readonly byText: Map<string, string>;
  count: number;
}

export function splitCondition(ast: CelNode, names: AtomNames): SplitCondition {
  const atoms = new Map<string, CelNode>();
  const atomOf = (part: CelNode): string => {
    const name = nameOf(part, names);
    atoms.set(name, part);
    return `input.${name}`;
  };
  const skeletonOf = (part: unknown): string => {
    if (!isCelNode(part)) return "false";
    const { op, args } = part;
    const parts = (Array.isArray(args) ? args : [args]) as readonly unknown[];
    if (fieldAskedOf(part) && conditionText(part) !== undefined) return atomOf(part);
    if (op === "&&" || op === "||") return `(${parts.map(skeletonOf).join(` ${op} `)})`;
    if (op === "!_") return `!${skeletonOf(args)}`;
    if (op === "?:") {
      const [test = "", yes = "", no = ""] = parts.map(skeletonOf);
      return `(${test} ? ${yes} : ${no})`;
    }
    if (op === "value" && typeof args === "boolean") return String(args);
    return atomOf(part);
  };
  return { atoms, skeleton: skeletonOf(ast) };
}

function nameOf(part: CelNode, names: AtomNames): string {
  const text = conditionText(part);
  const known = text === undefined ? undefined : names.byText.get(text);
  if (known !== undefined) return known;
  const name = `a${names.count++}`;
  if (text !== undefined) names.byText.set(text, name);
  return name;
}

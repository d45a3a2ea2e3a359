import type { NamedStep } from "./contract.ts";

const isRepeated = ({ name }: NamedStep): boolean => name.endsWith("*");

/** The steps in the order in which a handler takes them. Several `x_*` in a row are one group, whose steps come in any order. */
export function stepGroups(steps: readonly NamedStep[]): readonly (readonly NamedStep[])[] {
  const groups: NamedStep[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (isRepeated(step) && last?.every(isRepeated)) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

/** Whether a step of a handler is the one that a contract names so: `remind_*` is each that begins with `remind_`. */
export function isStepOf(named: string, name: string): boolean {
  return named.endsWith("*") ? name.startsWith(named.slice(0, -1)) : name === named;
}

/** The id of a change that loosens or tightens what the rule compares. */
export function directedId(name: string, isLooser: boolean): string {
  return `${name}-${isLooser ? "loosened" : "tightened"}`;
}

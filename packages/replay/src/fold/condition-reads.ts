import { gateFields, type ToolContract } from "@proviso/manifest";
import { conditionSyntax, isCelNode, pathOf } from "@proviso/manifest/condition";

/** What the conditions of a contract read of a call. */
export interface ConditionReads {
  /** Arguments by name; `*` if a condition reads the input as a whole. */
  readonly inputs: ReadonlySet<string>;
  /** Whether one reads what only the recorded facts of the caller tell. */
  readonly caller: boolean;
}

const known = new WeakMap<ToolContract, ConditionReads>();
const recordedOfCaller: ReadonlySet<string> = new Set(["id", "tenant", "kind"]);

export function readsOf(contract: ToolContract): ConditionReads {
  const found = known.get(contract) ?? findReads(contract);
  known.set(contract, found);
  return found;
}

function findReads(contract: ToolContract): ConditionReads {
  const paths: (readonly string[])[] = [];
  for (const condition of conditionsOf(contract)) collectPaths(conditionSyntax(condition), paths);
  const under = (variable: string): readonly string[] =>
    paths.flatMap(([first, field = "*"]) => (first === variable ? [field] : []));
  return {
    inputs: new Set(under("input")),
    caller: under("principal").some((field) => !recordedOfCaller.has(field)),
  };
}

function conditionsOf(contract: ToolContract): readonly string[] {
  const { idempotency, refinements = [] } = contract;
  const gates = [contract, ...refinements].flatMap((rules) => gateFields.map((field) => rules[field]));
  return [
    ...gates.flatMap((gate) => (gate.kind === "when" ? [gate.condition] : [])),
    ...refinements.map(({ when }) => when),
    ...(idempotency?.until === undefined ? [] : [idempotency.until]),
  ];
}

function collectPaths(part: unknown, paths: (readonly string[])[]): void {
  if (Array.isArray(part)) for (const item of part) collectPaths(item, paths);
  if (!isCelNode(part)) return;
  const path = pathOf(part);
  if (path) paths.push(path);
  else collectPaths(part.args, paths);
}

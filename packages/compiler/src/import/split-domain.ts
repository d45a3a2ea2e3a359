import { wordsOf } from "../names/words-of.ts";
import type { ContractName } from "./assign-names.ts";
import type { ForeignTool } from "./read/foreign-tool.ts";

export interface NamedForeignTool {
  readonly tool: ForeignTool;
  readonly name: ContractName;
}

/** The largest contract, in characters of JSON: below the compiler's limit, to leave room. */
const maxContractLength = 500_000;

/**
 * Splits a domain whose contract is too large by the next word of tools' names: `repos` into
 * `repos` and `repos_hooks`, the largest group first. Tools of existing contracts stay there.
 */
export function splitDomain(
  domain: string,
  tools: readonly NamedForeignTool[],
  isPlaced: (tool: ForeignTool) => boolean,
): ReadonlyMap<string, readonly NamedForeignTool[]> {
  const files = new Map<string, readonly NamedForeignTool[]>();
  let rest = tools;
  while (lengthOf(rest) > maxContractLength) {
    const groups = Map.groupBy(
      rest.filter(({ tool }) => !isPlaced(tool)),
      ({ name }) => nextWord(name),
    );
    const [word, group] = [...groups].toSorted(([, a], [, b]) => lengthOf(b) - lengthOf(a))[0] ?? [];
    if (word === undefined || group === undefined) break;
    if (group.length === rest.length) return new Map([...cutInOrder(domain, rest), ...files]);
    const part = `${domain}_${word}`;
    const inside = group.map(({ tool, name }) => ({ tool, name: { ...name, domain: part } }));
    for (const [file, its] of splitDomain(part, inside.map(withoutFirstWord), isPlaced)) files.set(file, its);
    rest = rest.filter((each) => !group.includes(each));
  }
  return new Map([[domain, rest], ...files]);
}

/** Cuts tools without a word that tells them apart, and names each later part after its first tool. */
function cutInOrder(
  domain: string,
  tools: readonly NamedForeignTool[],
): ReadonlyMap<string, readonly NamedForeignTool[]> {
  const parts: NamedForeignTool[][] = [];
  let length = Infinity;
  for (const each of tools) {
    const own = lengthOf([each]);
    const isFull = length + own > maxContractLength;
    length = isFull ? own : length + own;
    if (isFull) parts.push([each]);
    else parts.at(-1)?.push(each);
  }
  return new Map(
    parts.map((part, index) => {
      const file = index === 0 ? domain : `${domain}_from_${part[0]?.name.verb ?? ""}`;
      return [file, part.map(({ tool, name }) => ({ tool, name: { ...name, domain: file } }))];
    }),
  );
}

function lengthOf(tools: readonly NamedForeignTool[]): number {
  return tools.reduce((sum, { tool }) => sum + JSON.stringify(tool).length, 0);
}

function nextWord({ verb }: ContractName): string {
  return wordsOf(verb)[0] ?? "other";
}

/** The name in a part of the domain, which says the first word already. */
function withoutFirstWord({ tool, name }: NamedForeignTool): NamedForeignTool {
  const [first, ...others] = wordsOf(name.verb);
  const verb = others.join("_");
  return /^[a-z]/.test(verb) && first !== undefined ? { tool, name: { ...name, verb } } : { tool, name };
}

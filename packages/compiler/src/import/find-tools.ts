import type { SourceText } from "../report/source.ts";
import { parse } from "../syntax/parse.ts";
import { entriesOf, findValue, textOf } from "../syntax/syntax-tree.ts";
import type { ContractName } from "./assign-names.ts";

/** An existing contract. */
export interface FoundContract {
  readonly source: SourceText;
  readonly domain: string;
  /** The names of its types. */
  readonly types: readonly string[];
  /** The tools of an imported contract, by their names over MCP. */
  readonly tools: ReadonlyMap<string, ContractName>;
}

/** The contracts that can be parsed, with the tools that each declares. */
export function findTools(sources: readonly SourceText[]): readonly FoundContract[] {
  return sources.flatMap((source) => {
    const { tree } = parse(source);
    const domain = textOf(findValue(tree, "domain"));
    if (domain === undefined) return [];
    const tools = entriesOf(findValue(tree, "tools")).map(
      ({ key: verb, value }) =>
        [textOf(findValue(value, "wireName")) ?? `${domain}_${verb}`, { domain, verb }] as const,
    );
    const types = entriesOf(findValue(tree, "types")).map(({ key }) => key);
    return [{ source, domain, types, tools: new Map(tools) }];
  });
}

import { demandedLogIn, type JsonObject, type Manifest } from "@proviso/manifest";
import type { Store } from "@proviso/server";
import { noLogIn } from "../ledger/ledger.ts";
import type { ReadList } from "../upstream/read-list.ts";
import { isListedTool, type ToolSet } from "../tools/gateway-tool.ts";
import { repeated } from "../tools/inspect-list.ts";
import { changeKnownTools, compareWithPins, isKnown, readKnownTools } from "../tools/pins.ts";
import type { ToolRules } from "../tools/tool-set.ts";

/** Different lines for the operator; a server could go on to make new ones. */
const maxReported = 1000;

interface LearnerParts {
  readonly rules: ToolRules;
  readonly store: Store;
  /** One line for the operator. */
  readonly report: (line: string) => void;
  /** Gets each new set, and what makes one of the same list by other contracts. */
  readonly learned?: (tools: ToolSet, toolsBy: (contracts: Manifest) => ToolSet) => void;
}

/** Loaded while the upstream starts: the compiler is most of this program. */
export function toolSetModule(): Promise<typeof import("../tools/tool-set.ts")> {
  return import("../tools/tool-set.ts");
}

/**
 * Makes the tools of an upstream's list: pins what is new, and tells the operator what is not run. Returns the same set while neither
 * the list nor what is pinned and accepted changes.
 */
export function toolLearner({ rules, store, report, learned }: LearnerParts) {
  const reported = new Set<string>();
  const reportOnce = (line: string): void => {
    if (reported.has(line) || reported.size >= maxReported) return;
    reported.add(line);
    report(line);
  };
  let last: { readonly digest: string; readonly revision: number; readonly tools: ToolSet } | undefined;
  return async ({ entries, digest }: ReadList): Promise<ToolSet> => {
    // Sessions share `last`: while the store is read, another one may learn another list.
    const before = last;
    if (before?.digest === digest && before.revision === (await readKnownTools(store)).revision)
      return before.tools;
    const listed = entries.map((tool) =>
      typeof tool["name"] === "string" ? { ...tool, name: `${rules.prefix}${tool["name"]}` } : tool,
    );
    const { known, first } = await pinned(listed, store, rules.prefix);
    if (first > 0)
      reportOnce(`the first list of this server is taken on trust: read what its tools say (${first})`);
    const { toolSet } = await toolSetModule();
    const toolsBy = (contracts: Manifest): ToolSet => toolSet(listed, known, { ...rules, contracts });
    const tools = toolsBy(rules.contracts);
    learned?.(tools, toolsBy);
    reportTools(tools, reportOnce);
    last = { digest, revision: known.revision, tools };
    return tools;
  };
}

/** Pins what is new, with how many there are of a first list. A name that is listed twice is not pinned: nobody knows which one is meant. */
async function pinned(listed: readonly JsonObject[], store: Store, prefix: string) {
  const tools = listed.filter(isListedTool);
  const twice = repeated(tools.map(({ name }) => name));
  const single = tools.filter(({ name }) => !twice.has(name));
  let first = 0;
  const known = await changeKnownTools(store, (before) => {
    first = isKnown(before, prefix) ? 0 : single.length;
    return compareWithPins(before, single, prefix);
  });
  return { known, first };
}

function reportTools({ tools, findings }: ToolSet, report: (line: string) => void): void {
  for (const { tool, problem } of findings)
    report(`${tool === "" ? "the list" : tool} is not run: ${problem}`);
  for (const { definition, change, contract } of tools.values()) {
    if (change !== undefined) report(`${definition.name} is blocked: ${change}`);
    if (demandedLogIn(contract)) report(`${definition.name}: ${noLogIn}`);
  }
}

import {
  isObject,
  contractParts,
  emptyRest,
  escapeText,
  type Json,
  type JsonObject,
  type ListedTool,
  type Manifest,
  metaKeys,
  readListedContract,
  restHash,
  type ToolContract,
  type WireNames,
  withoutDots,
} from "@proviso/manifest";
import { sha256Bytes } from "@proviso/compiler";
import type { OperandContracts } from "./contracts.ts";
import { readStoredContract, ShapeError } from "./read-contracts.ts";

/** The contracts that a server lists with its tools, with the `product` and `permissions` here. */
export function readServer(listedTools: Json, here: Manifest, from: string): OperandContracts {
  const tools = (Array.isArray(listedTools) ? listedTools : [])
    .flatMap(readListed)
    .filter(({ meta }) => meta[metaKeys.planOf] === undefined);
  const withContract = tools.filter(({ meta }) => meta[metaKeys.contract] !== undefined);
  if (withContract.length === 0)
    throw new ShapeError(
      `${from} lists ${tools.length === 0 ? "no tools" : "no contract with its tools"}; compare with a server that \`proviso generate\` wrote, or write contracts for this one by \`proviso import\``,
    );
  const readTools = withContract.map((tool) => readTool(tool, from));
  const names = withContract.map(({ name }, index) => [name, readTools[index]?.contract.name ?? ""] as const);
  const others = tools.filter((tool) => !withContract.includes(tool)).map(({ name }) => escapeText(name));
  return {
    manifest: {
      ...here,
      wireNames: styleOf(names) ?? here.wireNames,
      tools: readTools.map(({ contract }) => contract),
    },
    knows: "listed",
    rests: new Map(readTools.map(({ contract, rest: contractRest }) => [contract.name, contractRest])),
    notes:
      others.length === 0
        ? []
        : [`not compared, because the server lists no contract with them: ${others.join(", ")}`],
  };
}

/** How names are listed; undefined if every contract states its own name. */
function styleOf(names: readonly (readonly [listed: string, name: string])[]): WireNames | undefined {
  if (names.some(([listedName, name]) => listedName === name)) return "dotted";
  return names.some(([listedName, name]) => listedName === withoutDots(name)) ? "underscore" : undefined;
}

/** What a server lists of this contract; and of the rest, its hash. */
export function asListed(tool: ToolContract): { readonly contract: ToolContract; readonly rest: string } {
  const parts = contractParts(tool);
  const contractRest = restHash(parts, sha256Bytes);
  return { contract: fromFacts(parts.facts, tool.name, Number.POSITIVE_INFINITY), rest: contractRest };
}

function readTool(
  tool: ListedTool,
  from: string,
): { readonly contract: ToolContract; readonly rest: string } {
  const { rest: contractRest, ...facts } = readListedContract(tool) ?? {};
  try {
    if (typeof contractRest !== "string")
      throw new ShapeError(`the contract of \`${tool.name}\` has no hash of its rest`);
    return { contract: fromFacts(facts, tool.name), rest: contractRest };
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw new ShapeError(`${from} lists a contract that cannot be compared: ${escapeText(error.message)}`);
  }
}

function fromFacts(facts: JsonObject, name: string, maxParts?: number): ToolContract {
  // Implied failures and the rest are not listed: both compared sides get the same.
  const { failureModes, impliedFailures = [] } = facts;
  const modes = Array.isArray(failureModes) ? failureModes : [];
  const described = modes.map((mode: Json) => (isObject(mode) ? { ...mode, description: "" } : mode));
  return readStoredContract(
    { ...facts, failureModes: described, impliedFailures, ...emptyRest, hash: "" },
    `\`${name}\``,
    maxParts,
  );
}

function readListed(tool: Json): ListedTool[] {
  if (!isObject(tool)) return [];
  const { name, title, icons, description, inputSchema, outputSchema, annotations, _meta } = tool;
  if (typeof name !== "string") return [];
  return [
    {
      name,
      inputSchema: isObject(inputSchema) ? inputSchema : {},
      meta: isObject(_meta) ? _meta : {},
      ...(typeof title === "string" ? { title } : {}),
      ...(icons === undefined ? {} : { icons }),
      ...(typeof description === "string" ? { description } : {}),
      ...(isObject(outputSchema) ? { outputSchema } : {}),
      ...(isObject(annotations) ? { annotations } : {}),
    },
  ];
}

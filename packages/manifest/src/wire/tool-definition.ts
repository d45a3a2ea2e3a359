import type { Icon, JsonObject, JsonSchema, ToolContract, WireNames } from "../contract/contract.ts";
import { publicSchema } from "../json-schema/public-schema.ts";
import { wireSchema } from "../json-schema/wire-schema.ts";
import { contractParts, restHash, type Sha256 } from "./contract-parts.ts";
import { type ListedTool, listContract } from "./listed-contract.ts";
import { planName, wireName } from "./names.ts";
import { planSchema, wireInputSchema, wireOutputSchema } from "./tool-schemas.ts";
import { interactionKey, metaKeys } from "./wire.ts";
import { wireDescription } from "./wire-description.ts";

/** A tool as clients see it. Types of the SDKs lack `agencyHint` and `requirements`. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly icons?: readonly Icon[];
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: ToolContract["hints"] & { readonly title: string };
  readonly execution?: { readonly requirements?: readonly string[]; readonly taskSupport?: string };
  readonly _meta: JsonObject;
}

/**
 * The facts of the contract that MCP has no place for are in `_meta`, which every SDK passes on;
 * those drop `agencyHint` and `execution`, which are there for readers of the raw protocol.
 */
export function toolDefinition(tool: ToolContract, wireNames: WireNames, sha256: Sha256): ToolDefinition {
  const outputSchema = wireOutputSchema(tool);
  const shown = {
    name: wireName(tool, wireNames),
    title: tool.title,
    ...(tool.icons ? { icons: tool.icons } : {}),
    description: wireDescription(tool),
    inputSchema: wireInputSchema(tool),
    ...(outputSchema ? { outputSchema } : {}),
    annotations: { title: tool.title, ...tool.hints },
  };
  const execution = executionOf(tool);
  const parts = contractParts(tool);
  const listed = { ...shown, meta: tool.meta ?? {} } as unknown as ListedTool;
  return {
    ...shown,
    ...(Object.keys(execution).length > 0 ? { execution } : {}),
    _meta: {
      ...tool.meta,
      [metaKeys.contract]: listContract(parts, restHash(parts, sha256), listed),
      ...(tool.confirmation.kind === "always" ? { [interactionKey]: true } : {}),
    },
  };
}

/**
 * Lists what an import kept of `execution`. A tool that is listed with `taskSupport: required` is
 * never called otherwise, and this server answers each call itself.
 */
function executionOf({ requirements, metadata }: ToolContract): NonNullable<ToolDefinition["execution"]> {
  const { taskSupport } = metadata;
  return {
    ...(requirements.length > 0 ? { requirements } : {}),
    ...(taskSupport === "optional" || taskSupport === "forbidden" ? { taskSupport } : {}),
  };
}

/** The read-only tool beside a tool with a dry run: the same arguments, the plan as result. */
export function planDefinition(tool: ToolContract, wireNames: WireNames): ToolDefinition | undefined {
  const name = planName(tool, wireNames);
  if (name === undefined || !tool.dryRun) return undefined;
  const { dryRun, ...alone } = tool;
  const title = `${tool.title} (plan)`;
  return {
    name,
    title,
    description: `Returns what \`${wireName(tool, wireNames)}\` would do with the same arguments, and changes nothing.`,
    inputSchema: wireInputSchema(alone),
    outputSchema: publicSchema(wireSchema(planSchema(dryRun.preview), tool.wireRefs)),
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: tool.hints.openWorldHint,
    },
    _meta: { [metaKeys.planOf]: tool.name },
  };
}

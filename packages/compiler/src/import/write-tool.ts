import { type Json, mcpName } from "@proviso/manifest";
import { classifyForeign, needsReason, undecidedReason } from "./classify.ts";
import type { ForeignTool, ImportNote } from "./read/foreign-tool.ts";
import { describeSuggestion } from "./levels/describe-suggestion.ts";
import { suggest } from "./levels/suggest.ts";
import type { ContractName } from "./assign-names.ts";
import type { ImportedTypes } from "../schemas/named-types.ts";
import { growsWrittenOut } from "../schemas/foreign-references.ts";
import { writeRoot } from "../schemas/write-schema.ts";

/** A tool in the form of its contract. */
export interface ImportedTool {
  readonly name: ContractName;
  /** The imported tool's name in the server's list. */
  readonly foreign: string;
  /** In the order of the contract's field tables. */
  readonly fields: Readonly<Record<string, Json>>;
  /** Comments for the author, by the field they are above. */
  readonly comments: Readonly<Record<string, string>>;
}

export interface WriteOptions {
  readonly types: ImportedTypes;
  /** Whether the wire name can be stated without a collision. */
  readonly isNameFree: boolean;
  note(note: ImportNote): void;
}

export function writeTool(foreignTool: ForeignTool, name: ContractName, options: WriteOptions): ImportedTool {
  const suggestion = suggest(foreignTool);
  const classification = classifyForeign(foreignTool, suggestion);
  const { riskLevel, sideEffects, annotations, question } = classification;
  const full = `${name.domain}.${name.verb}`;
  const schema = (field: "inputSchema" | "outputSchema", suffix: string): Json | undefined => {
    const written = foreignTool[field];
    const note = (text: string): void =>
      options.note({ tool: foreignTool.name, text: `\`${field}\`: ${text}` });
    return written && writeRoot(written, { types: options.types, owner: `${name.verb}_${suffix}`, note });
  };
  const outputSchema = schema("outputSchema", "output");
  const fields = {
    wireName: importedWireName(foreignTool, name, options),
    wireRefs: [foreignTool.inputSchema, foreignTool.outputSchema ?? {}].some(growsWrittenOut)
      ? "keep"
      : undefined,
    title: foreignTool.title,
    icons: foreignTool.icons,
    description: foreignTool.description ?? "",
    category: name.domain,
    riskLevel,
    riskReason: needsReason(classification) ? undecidedReason : undefined,
    inputSchema: schema("inputSchema", "input") ?? {},
    ...(outputSchema === undefined ? { result: "content" } : { outputSchema }),
    permissions: [],
    sideEffects,
    auditEvent: full,
    failureModes: (foreignTool.failures ?? []).map(({ code }) => code),
    idempotency:
      foreignTool.request?.idempotencyHeader === undefined
        ? undefined
        : { ttl: "24h", onRepeat: "The API returns its first answer." },
    agency: foreignTool.annotations.agencyHint,
    execution: foreignTool.requirements && { requirements: foreignTool.requirements },
    metadata: foreignTool.taskSupport && { taskSupport: foreignTool.taskSupport },
    deprecated: foreignTool.isDeprecated
      ? { reason: "The OpenAPI document marks this operation as deprecated." }
      : undefined,
    annotations: Object.keys(annotations).length > 0 ? annotations : undefined,
    _meta: foreignTool.meta,
  };
  return {
    name,
    foreign: foreignTool.name,
    fields: Object.fromEntries(
      Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    ),
    comments: {
      // A level that the server claims and no fact denies is the draft's.
      ...(suggestion.level !== riskLevel && { riskLevel: describeSuggestion(suggestion) }),
      sideEffects: question,
    },
  };
}

/** States `wireName` if it differs from the name derived from the contract. */
function importedWireName(
  foreignTool: ForeignTool,
  { domain, verb }: ContractName,
  options: WriteOptions,
): string | undefined {
  if (foreignTool.name === `${domain}_${verb}`) return undefined;
  if (mcpName.test(foreignTool.name) && options.isNameFree) return foreignTool.name;
  const why = options.isNameFree
    ? "is not allowed by MCP"
    : "is the name of another tool on hosts that refuse dots";
  options.note({ tool: foreignTool.name, text: `its name ${why}; it is listed as \`${domain}_${verb}\`` });
  return undefined;
}

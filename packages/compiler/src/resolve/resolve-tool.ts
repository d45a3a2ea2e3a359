import type { JsonSchema } from "@proviso/manifest";
import type { Located, Named, ToolDocument } from "../decode/document.ts";
import { callableFields, toolFields } from "../decode/tool-fields.ts";
import type { Report } from "../report/diagnostic.ts";
import { nearest } from "../report/did-you-mean.ts";
import type { Span } from "../report/source.ts";
import type { DeclaredFailure } from "./declarations.ts";
import { resolveErrors } from "./problems.ts";
import { isIncomplete, type ProjectNames } from "./project-names.ts";
import { withNamedEffects } from "./named-effects.ts";
import { isImplied } from "./symbols.ts";
import { schemaRole, type ToolScope, previewRole, propertySpans, resolveSchema } from "./tool-schemas.ts";
import { approverPermissions, fullName, type NamesByKind, usedNames } from "./used-names.ts";

/** A tool with all names looked up and all schemas compiled. */
export interface ResolvedTool {
  readonly name: string;
  readonly domain: string;
  readonly verb: string;
  readonly nameSpan: Span;
  readonly inputProperties: Readonly<Record<string, Span>>;
  readonly document: ToolDocument;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly preview?: JsonSchema;
  readonly used: NamesByKind;
  readonly failures: readonly DeclaredFailure[];
  /** Implied codes that the author listed anyway. */
  readonly listedImplied: readonly string[];
}

/** Undefined if a field of the tool was wrong; that has been reported. */
export function resolveTool(
  tool: Named<ToolDocument>,
  place: ToolScope,
  report: Report,
): ResolvedTool | undefined {
  const document = withNamedEffects(tool.value, place, report);
  const { fields, whole } = document;
  const name = `${place.domain}.${tool.name}`;
  const hasDryRun = fields.dryRun !== undefined;
  const inputSchema = resolveSchema(fields.inputSchema, schemaRole("inputSchema", hasDryRun), place, report);
  const outputSchema = resolveSchema(
    fields.outputSchema,
    schemaRole("outputSchema", hasDryRun),
    place,
    report,
  );
  const preview = resolveSchema(fields.dryRun?.fields.preview, previewRole, place, report);
  reportUnknownPermissions(fields.permissions ?? [], place.names, report);
  reportUnknownPermissions(approverPermissions(fields), place.names, report);
  reportUnknownFields(fields.idempotency?.fields.key ?? [], inputSchema?.schema, report);
  reportUnknownTool(fields.deprecated?.fields.successor, "unknown-successor", place.names, report);
  reportUnknownTool(fields.reconcile, "unknown-reconcile", place.names, report);
  reportUnknownTool(fields.compensate, "unknown-compensate", place.names, report);
  reportMissingFields(tool, name, report);
  const failures = resolveFailures(fields.failureModes ?? [], place, report);
  const hasOutput = outputSchema !== undefined || (fields.result && !fields.outputSchema);
  if (!whole || !inputSchema || !hasOutput || (fields.dryRun && !preview)) return undefined;
  return {
    name,
    domain: place.domain,
    verb: tool.name,
    nameSpan: tool.nameSpan,
    inputProperties: propertySpans(fields.inputSchema),
    document,
    inputSchema: inputSchema.schema,
    ...(outputSchema ? { outputSchema: outputSchema.schema } : {}),
    ...(preview ? { preview: preview.schema } : {}),
    used: usedNames(
      place.domain,
      fields,
      [inputSchema, outputSchema, preview].flatMap((each) => each?.types ?? []),
    ),
    failures,
    listedImplied: (fields.failureModes ?? []).map((each) => each.value).filter(isImplied),
  };
}

const outputField =
  "the result, as a map of its properties; `result: text` or `result: content` for one of content blocks";

function reportMissingFields({ nameSpan, value }: Named<ToolDocument>, tool: string, report: Report): void {
  const level = value.fields.riskLevel?.value;
  const isCallable = level !== undefined && (level !== "forbidden" || value.fields.people !== undefined);
  const wanted = {
    ...(value.keys["result"] ? {} : { outputSchema: outputField }),
    ...(isCallable ? callableFields : {}),
  };
  const missing = Object.entries(wanted).filter(([field]) => !value.keys[field]);
  const known = Object.keys(toolFields);
  const meant = missing.length === 0 ? [] : Object.keys(value.keys).map((key) => nearest(key, known));
  for (const [field, what] of missing)
    // A misspelt field has been reported as an unknown key.
    if (!meant.includes(field)) report(resolveErrors.at(nameSpan, "missing-field", { tool, field, what }));
}

function reportUnknownPermissions(
  permissions: readonly Located<string>[],
  names: ProjectNames,
  report: Report,
): void {
  for (const { value, span } of permissions) {
    if (names.permissions.has(value) || names.misread.has(value) || isIncomplete(names)) continue;
    const problem = { permission: value, nearest: nearest(value, names.permissions.keys()) };
    report(resolveErrors.at(span, "unknown-permission", problem));
  }
}

function reportUnknownFields(
  names: readonly Located<string>[],
  inputSchema: JsonSchema | undefined,
  report: Report,
): void {
  const known = Object.keys(inputSchema?.["properties"] ?? {});
  for (const { value, span } of names) {
    if (!inputSchema || known.includes(value)) continue;
    report(resolveErrors.at(span, "unknown-input-field", { field: value, nearest: nearest(value, known) }));
  }
}

function reportUnknownTool(
  tool: Located<string> | undefined,
  code: "unknown-successor" | "unknown-reconcile" | "unknown-compensate",
  names: ProjectNames,
  report: Report,
): void {
  if (!tool || names.tools.has(tool.value)) return;
  if (names.misread.has(tool.value) || isIncomplete(names)) return;
  const problem = { tool: tool.value, nearest: nearest(tool.value, names.tools.keys()) };
  report(resolveErrors.at(tool.span, code, problem));
}

function resolveFailures(
  references: readonly Located<string>[],
  { domain, names }: ToolScope,
  report: Report,
): DeclaredFailure[] {
  const found = new Map<string, DeclaredFailure & { readonly reference: string }>();
  for (const { value, span } of references) {
    if (isImplied(value)) continue;
    const full = fullName(domain, value);
    const failure = names.failures.get(full);
    if (!failure) {
      if (!names.misread.has(full) && !isIncomplete(names))
        report(
          resolveErrors.at(span, "unknown-failure-mode", {
            code: value,
            nearest: nearestFailure(value, domain, names),
          }),
        );
      continue;
    }
    const other = found.get(failure.code)?.reference;
    if (other === undefined) found.set(failure.code, { ...failure, reference: value });
    else report(resolveErrors.at(span, "failure-mode-collision", { code: value, other }));
  }
  return [...found.values()].map(({ reference: _reference, ...failure }) => failure);
}

function nearestFailure(code: string, domain: string, { failures }: ProjectNames): string | undefined {
  const own = `${domain}.`;
  const names = [...failures.keys()].map((full) => (full.startsWith(own) ? full.slice(own.length) : full));
  return names.find((name) => name.endsWith(`.${code}`)) ?? nearest(code, names);
}

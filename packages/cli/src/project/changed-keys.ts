import { type CompiledContract, type ContractFacts, type Diagnostic, compareText } from "@proviso/compiler";
import { manifestJsonIn, manifestPath } from "@proviso/emitters/names";
import type { Config } from "../config/config.ts";
import type { Disk } from "../incremental/stamped-disk.ts";
import { parseJson } from "@proviso/terminal";
import { parseRecord, recordName } from "../disk/record.ts";
import { idempotencyErrors } from "./problems.ts";
import { type Idempotency, listOf, objectOf } from "@proviso/manifest";

/** The disk, and a cache of texts that were read before. */
interface GeneratedKeys {
  readonly disk: Pick<Disk, "textOf" | "hashOf">;
  /** The keys in a generated file, as JSON, by the hash of the file. */
  readonly known: Map<string, string>;
}

/**
 * Adds findings about tools whose idempotency key was another one in the last generated contract.
 */
export function withChangedKeys(
  { contracts, diagnostics }: CompiledContracts,
  { outputs, layout }: Config,
  generated: GeneratedKeys,
): readonly Diagnostic[] {
  const folder = outputs.find(({ emitter }) => emitter === "schemas")?.folder;
  if (folder === undefined || diagnostics.some(({ severity }) => severity === "error")) return diagnostics;
  const written = parseRecord(generated.disk.textOf(`${folder}/${recordName}`) ?? "");
  const formerOf = (domain: string): FormerKeys => {
    const path = manifestPath(domain, layout);
    return readGenerated(`${folder}/${path}`, written?.get(path), { ...generated, layout });
  };
  const found = contracts.flatMap(({ facts }) => (facts ? changedKeys(facts, formerOf(facts.domain)) : []));
  return found.length === 0 ? diagnostics : [...diagnostics, ...found].toSorted(diagnosticsByPlace);
}

interface CompiledContracts {
  readonly contracts: readonly Pick<CompiledContract, "facts">[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Changed idempotency keys of the tools that agents can call. */
export function changedKeys({ tools }: Pick<ContractFacts, "tools">, former: FormerKeys): Diagnostic[] {
  return tools.flatMap(({ name, riskLevel, idempotency, span }) => {
    const before = former.get(name);
    const key = idempotency?.key ?? [];
    if (!before?.key.length || riskLevel === "forbidden" || isSameFieldList(before.key, key)) return [];
    const parameters = { tool: name, former: before.key, key, ttlMs: before.ttlMs };
    return [idempotencyErrors.at(idempotency?.span ?? span, "key-changed", parameters)];
  });
}

/** A file whose hash is not the recorded one is ignored: it may describe another server. */
function readGenerated(
  path: string,
  recorded: string | undefined,
  { disk, known, layout }: GeneratedKeys & Pick<Config, "layout">,
): FormerKeys {
  const hash = disk.hashOf(path);
  if (hash === undefined || hash !== recorded) return new Map();
  const text = known.get(hash);
  if (text !== undefined) return new Map(JSON.parse(text) as readonly FormerKey[]);
  const keys = readFormerKeys(manifestJsonIn(disk.textOf(path) ?? "", layout));
  known.set(hash, JSON.stringify([...keys]));
  return keys;
}

/** Whether a finding is about generated files, and ends when they are generated again. */
export function isAboutChange({ code }: Diagnostic): boolean {
  return Object.hasOwn(idempotencyErrors.severities, code);
}

function isSameFieldList(formerFields: readonly string[], fields: readonly string[]): boolean {
  return formerFields.length === fields.length && formerFields.every((each, index) => each === fields[index]);
}

function diagnosticsByPlace({ span: a }: Diagnostic, { span: b }: Diagnostic): number {
  return compareText(a.file, b.file) || a.start - b.start;
}

/** The name of a tool, and the idempotency of its last generated contract. */
type FormerKey = readonly [tool: string, idempotency: Pick<Idempotency, "key" | "ttlMs">];
type FormerKeys = ReadonlyMap<FormerKey[0], FormerKey[1]>;

/** The keys in the JSON of a domain's generated contracts. Anything that is no key is ignored. */
function readFormerKeys(text: string): FormerKeys {
  const { tools } = objectOf(parseJson(text));
  return new Map(
    listOf(tools).flatMap((tool) => {
      const { name, idempotency } = objectOf(tool);
      const { key, ttlMs } = objectOf(idempotency);
      const fields = listOf(key).filter((field) => typeof field === "string");
      return typeof name === "string" && typeof ttlMs === "number"
        ? [[name, { key: fields, ttlMs }] as const]
        : [];
    }),
  );
}

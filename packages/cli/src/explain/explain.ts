import { compileContracts, diagnosticCodes } from "@proviso/compiler";
import type { ContractFacts, Diagnostic, SourceText } from "@proviso/compiler";
import {
  describe as describeContract,
  describePage,
  explain as explainContract,
  printPage,
} from "@proviso/compiler/explain";
import { explainChange, applyWaivers, waiverPages, waiverErrors } from "@proviso/changes";
import type { DiagnosticPage } from "@proviso/compiler/explain";
import type { CodeDescription } from "@proviso/compiler/print";
import { configPages } from "../config/pages.ts";
import { configErrors } from "../config/problems.ts";
import { readConfig } from "../config/read-config.ts";
import { lockPages, lockErrors, readLock } from "@proviso/changes/lock";
import { changedKeys } from "../project/changed-keys.ts";
import { exampleManifest, guaranteeErrors, guaranteePages, readGuarantees } from "@proviso/prove";
import { exceptionErrors, exceptionFindings, exceptionPages, exceptionsIn } from "../project/exceptions.ts";
import { idempotencyPages } from "../project/pages.ts";
import { idempotencyErrors } from "../project/problems.ts";

const groups = Object.entries({
  config: { pages: configPages, ...configErrors },
  idempotency: { pages: idempotencyPages, ...idempotencyErrors },
  exception: { pages: exceptionPages, ...exceptionErrors },
  waiver: { pages: waiverPages, ...waiverErrors },
  lock: { pages: lockPages, ...lockErrors },
  guarantee: { pages: guaranteePages, ...guaranteeErrors },
});
const pagesByCode: ReadonlyMap<string, DiagnosticPage> = new Map(
  groups.flatMap(([group, { pages }]) =>
    Object.entries<DiagnosticPage>(pages).map(([code, page]) => [`${group}/${code}`, page] as const),
  ),
);

export { changePages } from "@proviso/changes";

/** Every code that a finding can have: of the configuration, of idempotency keys, of exceptions, of waivers, of the lock, of guarantees, then of contracts. */
export const codes: readonly string[] = [...pagesByCode.keys(), ...diagnosticCodes];

/** The Markdown page of a code, or of the id of a change; undefined if there is none. */
export function explain(code: string): string | undefined {
  const page = pagesByCode.get(code);
  if (page) return printPage(code, page, findingsOf(code, page));
  // Formats for services show the id of a change as `diff/ID`.
  const id = code.replace(/^diff\//, "");
  return explainContract(code) ?? explainChange(id);
}

/** Returns the short description of a code; undefined if the code is unknown. */
export function describe(code: string): CodeDescription | undefined {
  const page = pagesByCode.get(code);
  const [, group] = groups.find(([name]) => code.startsWith(`${name}/`)) ?? [];
  return page ? describePage(page, group?.severities[code]) : describeContract(code);
}

/** The examples say the same on every day. */
const dayOfExamples = "2026-06-30";

/** The findings in the example of a code's page. */
function findingsOf(code: string, { wrong, right }: DiagnosticPage): readonly Diagnostic[] {
  if (Object.hasOwn(idempotencyErrors.severities, code)) return changedKeysPage(right, wrong);
  if (Object.hasOwn(exceptionErrors.severities, code))
    return exceptionFindings(exceptionsIn(pageFactsOf(wrong)), dayOfExamples);
  if (Object.hasOwn(lockErrors.severities, code))
    return wrong.flatMap((source) => readLock(source).diagnostics);
  if (Object.hasOwn(guaranteeErrors.severities, code))
    return wrong.flatMap((source) => readGuarantees(source, exampleManifest()).diagnostics);
  const read = wrong.slice(0, 1).map(readConfig);
  if (Object.hasOwn(waiverErrors.severities, code))
    return read.flatMap(({ config }) => applyWaivers([], config?.waivers ?? [], dayOfExamples).diagnostics);
  return read.flatMap(({ diagnostics }) => diagnostics);
}

function changedKeysPage(before: readonly SourceText[], after: readonly SourceText[]): readonly Diagnostic[] {
  const former = pageFactsOf(before).flatMap(({ tools }) =>
    tools.flatMap(({ name, idempotency }) => (idempotency ? [[name, idempotency] as const] : [])),
  );
  return pageFactsOf(after).flatMap((facts) => changedKeys(facts, new Map(former)));
}

function pageFactsOf(sources: readonly SourceText[]): readonly ContractFacts[] {
  return compileContracts(sources, {}).contracts.flatMap(({ facts }) => facts ?? []);
}

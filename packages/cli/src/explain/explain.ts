import { compileContracts, diagnosticCodes } from "@proviso/compiler";
import type { ContractFacts, Diagnostic, SourceText } from "@proviso/compiler";
import {
  describe as describeContract,
  describePage,
  explain as explainContract,
  printPage,
} from "@proviso/compiler/explain";
import type { Page } from "@proviso/compiler/explain";
import type { CodeDescription } from "@proviso/compiler/print";
import { configPages } from "../config/pages.ts";
import { configErrors } from "../config/problems.ts";
import { readConfig } from "../config/read-config.ts";
import { changedKeys } from "../idempotency/changed-keys.ts";
import { idempotencyPages } from "../idempotency/pages.ts";
import { idempotencyErrors } from "../idempotency/problems.ts";

const pagesByCode: ReadonlyMap<string, Page> = new Map([
  ...Object.entries(configPages).map(([code, page]) => [`config/${code}`, page] as const),
  ...Object.entries(idempotencyPages).map(([code, page]) => [`idempotency/${code}`, page] as const),
]);

/** Every code that a finding can have: of the configuration, of idempotency keys, then of contracts. */
export const codes: readonly string[] = [...pagesByCode.keys(), ...diagnosticCodes];

/** The Markdown page of a code; undefined if there is no such code. */
export function explain(code: string): string | undefined {
  const page = pagesByCode.get(code);
  return page ? printPage(code, page, findingsOf(code, page)) : explainContract(code);
}

/** The same in short. */
export function describe(code: string): CodeDescription | undefined {
  const page = pagesByCode.get(code);
  return page
    ? describePage(page, configErrors.severities[code] ?? idempotencyErrors.severities[code])
    : describeContract(code);
}

/** What is found in the example of a page. */
function findingsOf(code: string, { wrong, right }: Page): readonly Diagnostic[] {
  if (Object.hasOwn(idempotencyErrors.severities, code)) return changedKeysPage(right, wrong);
  return wrong.slice(0, 1).flatMap((source) => readConfig(source).diagnostics);
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

import { diagnosticCodes } from "@proviso/compiler";
import {
  describe as describeContract,
  describePage,
  explain as explainContract,
  printPage,
} from "@proviso/compiler/explain";
import type { Page } from "@proviso/compiler/explain";
import type { CodeDescription } from "@proviso/compiler/print";
import { configPages } from "../config/pages.ts";
import { readConfig } from "../config/read-config.ts";

const pagesByCode: ReadonlyMap<string, Page> = new Map(
  Object.entries(configPages).map(([code, page]) => [`config/${code}`, page]),
);

/** Every code that a finding can have: those of the configuration, then those of contracts. */
export const codes: readonly string[] = [...pagesByCode.keys(), ...diagnosticCodes];

/** The Markdown page of a code; nothing, if there is no such code. */
export function explain(code: string): string | undefined {
  return explainConfig(code) ?? explainContract(code);
}

/** The same in short; every finding in the configuration is an error. */
export function describe(code: string): CodeDescription | undefined {
  const page = pagesByCode.get(code);
  return page ? describePage(page) : describeContract(code);
}

function explainConfig(code: string): string | undefined {
  const page = pagesByCode.get(code);
  const [source] = page?.wrong ?? [];
  return page && source && printPage(code, page, readConfig(source).diagnostics);
}

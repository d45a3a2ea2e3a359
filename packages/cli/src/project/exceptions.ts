import {
  type ContractFacts,
  defineDiagnostics,
  type Diagnostic,
  type DiagnosticTable,
  type Span,
} from "@proviso/compiler";
import type { DiagnosticPage } from "@proviso/compiler/explain";
import { pagesIn } from "@proviso/compiler/page";
import { type Exception, exceptionEnd, exceptionText } from "@proviso/manifest";
import stored from "./exception-pages.json" with { type: "json" };

/** An exception of a contract, and where it is written. */
export type LocatedException = Exception & { readonly tool: string; readonly span: Span };

export interface ExceptionProblems {
  readonly "in-force": LocatedException;
  readonly "expires-soon": LocatedException;
  readonly expired: LocatedException;
}

export const exceptionErrors: DiagnosticTable<ExceptionProblems> = defineDiagnostics<ExceptionProblems>(
  "exception",
  {
    "in-force": {
      severity: "info",
      message: (p) =>
        `calls of \`${p.tool}\` run without a person up to ${exceptionText(p)}; ${p.reviewer} has agreed: ${p.reason}`,
    },
    "expires-soon": {
      severity: "warning",
      message: (p) => `the exception of \`${p.tool}\` ends with ${p.expires}, and then the server asks again`,
      hint: () => "have it reviewed and give it another day, or leave it out",
    },
    expired: {
      severity: "warning",
      message: (p) => `the exception of \`${p.tool}\` ended with ${p.expires}: the server asks again`,
      hint: () => "leave it out, or have it reviewed and give it another day",
    },
  },
);

export const exceptionPages: Readonly<Record<keyof ExceptionProblems, DiagnosticPage>> = pagesIn(stored);

/** The exceptions of all contracts. */
export function exceptionsIn(contracts: readonly ContractFacts[]): readonly LocatedException[] {
  return contracts.flatMap(({ tools }) =>
    tools.flatMap(({ exception, name: tool }) => (exception ? [{ ...exception, tool }] : [])),
  );
}

const soonMs = 14 * 86_400_000;

/** Every exception as a finding. `today` is `2027-01-31`, in UTC. */
export function exceptionFindings(
  exceptions: readonly LocatedException[],
  today: string,
): readonly Diagnostic[] {
  const now = Date.parse(`${today}T00:00:00Z`);
  return exceptions.flatMap((each) => {
    const end = exceptionEnd(each);
    // A day that does not exist is an error of the contract.
    if (Number.isNaN(end)) return [];
    const code = end <= now ? "expired" : end - now <= soonMs ? "expires-soon" : "in-force";
    return [exceptionErrors.at(each.span, code, each)];
  });
}

import { resolve } from "node:path";
import { isObject } from "@proviso/manifest";
import { exitCodes, parseJson, readText, UsageError, type ExitCode } from "@proviso/terminal";
import type { VerifyReport } from "../model.ts";
import { checkReport } from "../report/sign-report.ts";
import type { VerifyHost } from "./host.ts";

const verdicts: Readonly<Record<ReturnType<typeof checkReport>, string>> = {
  valid: "the signature is valid",
  unsigned: "the report has no signature",
  unknown_key: "none of these keys has signed the report",
  forged: "the report was changed after it was signed",
};

/** Checks the signature of a report in a file. Throws a `UsageError` if there is no report, or no key. */
export async function check(file: string, keys: readonly string[], host: VerifyHost): Promise<ExitCode> {
  if (keys.length === 0) throw new UsageError("`--check` needs `--key`, the public key of the operator");
  const report = parseJson(readText(file));
  if (!isObject(report) || report["format"] !== 1 || !Array.isArray(report["results"]))
    throw new UsageError(`${file} is no report: write one with \`--format json\``);
  const texts = keys.map((key) => readText(resolve(host.cwd, key)));
  const verdict = checkReport(report as unknown as VerifyReport, texts);
  if (verdict === "valid") host.out(verdicts.valid);
  else host.err(`proviso verify: ${verdicts[verdict]}`);
  return verdict === "valid" ? exitCodes.clean : exitCodes.findings;
}

import { createHash } from "node:crypto";
import { canonicalJson, type JsonObject } from "@proviso/manifest";
import { checkSignature, headKeys, type HeadSigner, type SignatureVerdict } from "@proviso/trail";
import type { VerifyReport } from "../model.ts";

const writer = "proviso verify";

/** Signs a report with a key of the operator: `readSigner` reads it from a file. */
export function signReport(report: VerifyReport, signer: HeadSigner): VerifyReport {
  return { ...report, signature: signer.sign(headOf(report), "report") };
}

/** Whether one of these public keys (PEM) signed the report. */
export function checkReport(report: VerifyReport, keys: readonly string[]): SignatureVerdict {
  const { keyId, signature } = report.signature ?? {};
  return checkSignature(
    { ...headOf(report), ...(keyId && { keyId }), ...(signature && { signature }) },
    headKeys(keys),
    "report",
  );
}

/** What is signed: the digest of the canonical JSON of the report without its signature. */
function headOf(report: VerifyReport) {
  const { signature: _signature, ...rest } = report;
  const text = canonicalJson(rest as unknown as JsonObject);
  const hash = createHash("sha256").update(text).digest("hex");
  return { writer, sequence: report.results.length, hash, time: report.startedAt };
}

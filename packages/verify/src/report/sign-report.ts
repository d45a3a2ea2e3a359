import { hash } from "node:crypto";
import { canonicalJson, type JsonObject } from "@proviso/manifest";
import { checkSignature, headKeys, type HeadSigner, type SignatureVerdict } from "@proviso/trail";
import type { VerifyReport } from "../model.ts";

export { readSigner } from "@proviso/trail";

/** Signs a report with a key of the operator: `readSigner` reads it from a file. */
export function signReport(report: VerifyReport, signer: HeadSigner): VerifyReport {
  return { ...report, signature: signer.sign(headOf(report), "report") };
}

/** Whether one of these public keys (PEM) signed the report. */
export function checkReport(report: VerifyReport, keys: readonly string[]): SignatureVerdict {
  const { keyId, signature } = report.signature ?? {};
  const head = { ...headOf(report), ...(keyId && { keyId }), ...(signature && { signature }) };
  return checkSignature(head, headKeys(keys), "report");
}

/** What is signed: the digest of the canonical JSON of the report without its signature. */
function headOf(report: VerifyReport) {
  const { signature: _signature, ...rest } = report;
  const digest = hash("sha256", canonicalJson(rest as unknown as JsonObject));
  return { writer: "proviso verify", sequence: rest.results.length, hash: digest, time: rest.startedAt };
}

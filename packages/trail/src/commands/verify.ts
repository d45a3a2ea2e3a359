import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { AuditVerdict, WriterVerdict } from "../trail/audit-verdict.ts";
import { readHead, type AuditHead } from "../trail/head.ts";
import { verifyAudit, type VerifyOptions } from "../trail/verify-audit.ts";
import { escapeText, printJson } from "@proviso/manifest";
import type { AuditCommand, AuditCommandLine } from "./command.ts";
import { exitCodes, parseJson, readText, UsageError, flag, takes, valuesOf } from "@proviso/terminal";
import { publicPart } from "./open-trail.ts";
import { readPublicKey } from "./read-keys.ts";

export const verify: AuditCommand = {
  name: "verify",
  summary: "Follow the chains, compare them with their heads; fail if one is broken.",
  args: {
    key: takes(
      "file",
      "A public Ed25519 key (PEM), the newest of a chain; may be repeated. All heads must be signed.",
      { multiple: true },
    ),
    "expect-head": takes("file", "What `head` printed earlier; may be repeated. Finds a roll-back.", {
      multiple: true,
    }),
    json: flag("Print one JSON object."),
  },
  async run(commandLine, host) {
    const options = await readVerifyOptions(commandLine);
    const verdict = await verifyPatiently(commandLine, options);
    const { source } = commandLine;
    await host.out(
      commandLine.values["json"]
        ? printJson({ source: publicPart(source), ...verdict })
        : describeVerdict(source, verdict),
    );
    return verdict.ok ? exitCodes.clean : exitCodes.findings;
  },
};

const verifyAttempts = 3;
const verifyPatienceMs = 300;

/** A group of records looks unfinished while a server writes it, so a broken trail is checked again a moment later. */
async function verifyPatiently(commandLine: AuditCommandLine, options: VerifyOptions): Promise<AuditVerdict> {
  for (let attempt = 1; ; attempt++) {
    const verdict = await commandLine.read((trail) => verifyAudit(trail, options));
    if (verdict.ok || verdict.problem !== "appended" || attempt === verifyAttempts) return verdict;
    await setTimeout(verifyPatienceMs);
  }
}

async function readVerifyOptions({ values }: AuditCommandLine): Promise<VerifyOptions> {
  const [keys, heads] = [valuesOf(values["key"]), valuesOf(values["expect-head"])];
  return {
    ...(keys.length > 0 && { keys: await Promise.all(keys.map(readPublicKey)) }),
    expected: heads.flatMap(readHeads),
  };
}

function readHeads(file: string): readonly AuditHead[] {
  const heads = [parseJson(readText(file))].flat().map(readHead);
  const readable = heads.filter((head) => head !== undefined);
  if (readable.length < heads.length || heads.length === 0)
    throw new UsageError(`${file} is not what \`proviso audit head\` prints`);
  return readable;
}

function describeVerdict(source: string, verdict: AuditVerdict): string {
  if (!verdict.ok)
    return `BROKEN (${verdict.problem}) in ${escapeText(publicPart(source))}: ${verdict.message}`;
  // Where `sqliteState` has written it.
  const key = join(dirname(source), "audit.pub");
  const keyOption = existsSync(key) ? `--key ${escapeText(key)}` : "--key";
  const lines = verdict.writers.map((writer) => describeWriter(writer, keyOption));
  const uncompared = (verdict.uncompared ?? []).map(
    ({ writer, sequence }) =>
      `${escapeText(writer)}: the expected head at ${sequence} was not compared, because its record was pruned; expect a newer one, or prune with --keep-anchors`,
  );
  return [...lines, ...uncompared, `${verdict.records} records, every chain is whole`].join("\n");
}

const signatureWords = {
  valid: () => "signed, and the signature is valid",
  unchecked: (keyOption: string) => `signed; give ${keyOption} to check the signature`,
  none: () => "not signed: a cut tail shows only against a head that was kept elsewhere",
} as const;

function describeWriter(
  { writer, sequence, uncovered, signature, keyId, pruned }: WriterVerdict,
  keyOption: string,
): string {
  const newer = uncovered > 0 ? `, ${uncovered} newer than the head` : "";
  const key = keyId === undefined ? "" : ` (key ${escapeText(keyId)})`;
  const gone = pruned
    ? `; records 1 to ${pruned.sequence} were pruned at ${escapeText(pruned.at)}, as older than ${escapeText(pruned.before)}`
    : "";
  return `${escapeText(writer)}: ${sequence} records${newer}; the head is ${signatureWords[signature](keyOption)}${key}${gone}`;
}

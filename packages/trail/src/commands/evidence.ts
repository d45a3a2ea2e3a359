import { readFile, writeFile } from "node:fs/promises";
import { escapeText, printJson } from "@proviso/manifest";
import type { AuditRecord } from "../trail/audit-record.ts";
import { collectEvidence, NoEvidence, type EvidenceRun } from "../trail/collect-evidence.ts";
import type { AuditCommand, AuditCommandLine, AuditHost } from "./command.ts";
import { contractOfLock, type ContractText } from "./contract-of-lock.ts";
import { exitCodes, readText, UsageError, flag, takes, textOf } from "@proviso/terminal";
import { privateMode } from "./output.ts";
import { findCall } from "./find-call.ts";

/** What somebody else checks without the trail, and without our code. */
interface EvidenceBundle {
  readonly format: "proviso-evidence-1";
  readonly call: string;
  /** Absent if no lock has the contract; its hash is in the intent. */
  readonly contract?: ContractText;
  readonly runs: readonly EvidenceRun[];
}

/** One of these records ends a call. */
const endingKinds: ReadonlySet<string> = new Set(["outcome", "settlement", "precheck"]);

export const evidence: AuditCommand = {
  name: "evidence",
  summary: "Print the proof of one call, to be checked without the trail.",
  args: {
    id: { type: "positional", description: "The beginning of a call's id, as `tail` prints it." },
    to: takes("file", "Write it to a new file."),
    lock: takes("file", "The lock with the contract's text. Defaults to proviso.lock, if there is one."),
    json: flag("The same: the proof is JSON in any case."),
  },
  async run(commandLine, host) {
    const { callRecords, relatedRecords } = await findCall(commandLine);
    const bundle = await makeBundle(commandLine, callRecords, relatedRecords);
    if (!callRecords.some(({ kind }) => endingKinds.has(kind)))
      throw new UsageError("the call has no outcome yet, without which nothing says that its proof is whole");
    const { tool, contractHash } = callRecords.find((record) => record.contractHash !== undefined) ?? {};
    if (bundle.contract === undefined && contractHash !== undefined)
      host.err(
        `proviso audit: no lock contains the contract ${contractHash} of ${escapeText(tool ?? "")}: the proof has its hash only`,
      );
    await write(commandLine, host, bundle);
    return exitCodes.clean;
  },
};

async function makeBundle(
  commandLine: AuditCommandLine,
  callRecords: readonly AuditRecord[],
  relatedRecords: readonly AuditRecord[],
): Promise<EvidenceBundle> {
  const wanted = new Set([...callRecords, ...relatedRecords].map(({ hash }) => hash));
  const contract = await contractOf(commandLine, callRecords);
  try {
    const runs = await commandLine.read((trail) => collectEvidence(trail, ({ hash }) => wanted.has(hash)));
    const call = callRecords[0]?.callId ?? "";
    return { format: "proviso-evidence-1", call, ...(contract && { contract }), runs };
  } catch (error) {
    if (error instanceof NoEvidence) throw new UsageError(error.message);
    throw error;
  }
}

async function contractOf(
  { values }: AuditCommandLine,
  records: readonly AuditRecord[],
): Promise<ContractText | undefined> {
  const { tool, contractHash } = records.find((record) => record.contractHash !== undefined) ?? {};
  if (tool === undefined || contractHash === undefined) return undefined;
  const file = textOf(values["lock"]);
  const lock = file === undefined ? await readFile("proviso.lock", "utf8").catch(() => "") : readText(file);
  return contractOfLock(lock, tool, contractHash);
}

async function write({ values }: AuditCommandLine, host: AuditHost, bundle: EvidenceBundle): Promise<void> {
  const file = textOf(values["to"]);
  if (file === undefined) return host.out(printJson(bundle, 2));
  const options = { flag: "wx", mode: privateMode };
  await writeFile(file, `${printJson(bundle, 2)}\n`, options).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
    throw new UsageError(`${file} exists: name another file`);
  });
}

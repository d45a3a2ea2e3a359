import { escapeText, printJson } from "@proviso/manifest";
import type { AuditTrail } from "../trail/audit-trail.ts";
import type { HeadSigner } from "../trail/head.ts";
import { keptMarks } from "../trail/kept-marks.ts";
import { marksOf, planPruning, type WriterPruning } from "../trail/plan-pruning.ts";
import type { PrunedMark } from "../trail/pruned-mark.ts";
import { verifyAudit } from "../trail/verify-audit.ts";
import type { AuditCommand, AuditCommandLine, AuditHost } from "./command.ts";
import {
  exitCodes,
  UsageError,
  type ExitCode,
  flag,
  takes,
  valuesOf,
  textOf,
  timeOf,
} from "@proviso/terminal";
import { checkPrunable, openPruner, publicPart } from "./open-trail.ts";
import { readPublicKey, readSigner } from "./read-keys.ts";
import { readPositions, type Positions } from "./positions.ts";

/** An approval waits for at most seven days; asked, narrowed, asked again and approved, a call may be that of four weeks ago. */
const youngestPrunedDays = 30;
const dayMs = 24 * 60 * 60_000;

export const prune: AuditCommand = {
  name: "prune",
  summary: "Remove old records. Shows what would go; removes it with --yes.",
  args: {
    before: takes("date", "Remove what was recorded before this time (ISO 8601): at least 30 days ago."),
    exported: takes("file", "The position of an export: nothing that it does not contain is removed."),
    unexported: flag("Also remove records that are in no export."),
    "signing-key": takes(
      "file",
      "The current private key, which signs that records were removed, and older marks anew.",
    ),
    key: takes("file", "A public key that signed other heads or older marks; may be repeated.", {
      multiple: true,
    }),
    "keep-anchors": flag("Keep the number, time and hash of the last record of each segment."),
    yes: flag("Remove them."),
    json: flag("Print one JSON object."),
  },
  async run(commandLine, host) {
    const { values } = commandLine;
    await checkPrunable(commandLine.source);
    const before = readBefore(values);
    const exported = readExported(commandLine);
    const signer = await readSigner(textOf(values["signing-key"]));
    const former = await Promise.all(valuesOf(values["key"]).map(readPublicKey));
    const keys = signer ? [...signer.trusted.values(), ...former] : former;
    return commandLine
      .read(async (trail) => {
        const verdict = await verifyAudit(trail, keys.length > 0 ? { keys } : {});
        if (!verdict.ok) return verdict;
        const isSigned = verdict.writers.some(({ signature }) => signature !== "none");
        if (isSigned && !signer && values["yes"])
          throw new UsageError("the trail is signed: give its private key with `--signing-key`");
        const signedAnew = signer ? await signAnew(trail, signer) : { count: 0, chains: [] };
        return { plan: await planPruning(trail, { before, ...(exported && { exported }) }), signedAnew };
      })
      .then(async (found) => {
        if ("ok" in found) return refuseBroken(commandLine, host, found.message);
        if (values["yes"]) await removeRecords(commandLine, found, { before, signer });
        await host.out(describe(commandLine, found));
        return exitCodes.clean;
      });
  },
};

async function refuseBroken({ source }: AuditCommandLine, host: AuditHost, why: string): Promise<ExitCode> {
  host.err(`proviso audit: nothing was removed, because ${escapeText(publicPart(source))} is broken: ${why}`);
  return exitCodes.findings;
}

/** What a pruning does. */
interface Found {
  readonly plan: readonly WriterPruning[];
  /** All marks of the writers that had some of former keys. */
  readonly signedAnew: { readonly count: number; readonly chains: readonly (readonly PrunedMark[])[] };
}

/** The marks that stand in the trail, by the current key. The key must be one: nobody accepts marks of another. */
async function signAnew(trail: AuditTrail, signer: HeadSigner): Promise<Found["signedAnew"]> {
  const marks = await keptMarks(trail);
  if (marks.isCurrent(signer.keyId)) return marks.signedAnew(signer);
  throw new UsageError(
    `no chain is signed by the key ${signer.keyId} now: after \`proviso keys rotate\` give the new \`audit.key\`, once its server has started with it`,
  );
}

async function removeRecords(
  { source, values }: AuditCommandLine,
  { plan, signedAnew }: Found,
  how: { readonly before: Date; readonly signer: HeadSigner | undefined },
): Promise<void> {
  const at = new Date();
  const chains = plan.map((writer) => ({ marks: marksOf(writer, { ...how, at }), after: writer.after }));
  const pruner = await openPruner(source);
  try {
    if (signedAnew.count > 0)
      await pruner.prune(
        signedAnew.chains.map((marks) => ({ marks, after: 0 })),
        true,
      );
    if (chains.length > 0) await pruner.prune(chains, values["keep-anchors"] === true);
  } finally {
    await pruner.close();
  }
}

function describe({ source, values }: AuditCommandLine, { plan, signedAnew }: Found): string {
  const isRemoved = values["yes"] === true;
  const count = plan.reduce((sum, { records }) => sum + records, 0);
  if (values["json"]) {
    const writers = plan.map(({ writer, records, from, to, ends }) => ({
      writer,
      records,
      upTo: ends.at(-1)?.sequence,
      from,
      to,
    }));
    const signed = { signedAnew: signedAnew.count };
    return printJson({ source: publicPart(source), removed: isRemoved, records: count, ...signed, writers });
  }
  const signed = describeSigned(signedAnew.count, isRemoved);
  if (count === 0) return [...signed, "nothing is old enough to be removed"].join("\n");
  const lines = plan.map(
    ({ writer, records, from, to }) => `${escapeText(writer)}: ${records} records, ${from} to ${to}`,
  );
  const what = isRemoved
    ? `removed ${count} records`
    : `${count} records would be removed; nothing was removed yet: give --yes to remove them`;
  return [...lines, ...signed, what].join("\n");
}

function describeSigned(count: number, isDone: boolean): readonly string[] {
  if (count === 0) return [];
  return [`marks by former keys that ${isDone ? "were" : "--yes would have"} signed anew: ${count}`];
}

function readBefore(values: AuditCommandLine["values"]): Date {
  const time = timeOf("before", values);
  if (time === undefined) throw new UsageError("give `--before`, a date or time such as 2026-01-31");
  if (time > Date.now() - youngestPrunedDays * dayMs)
    throw new UsageError(
      `\`--before\` must be at least ${youngestPrunedDays} days ago: approvals that wait may need newer records`,
    );
  return new Date(time);
}

function readExported({ values }: AuditCommandLine): Positions | undefined {
  const file = textOf(values["exported"]);
  if ((file === undefined) === (values["unexported"] !== true))
    throw new UsageError(
      "give `--exported FILE`, the position of an export, or `--unexported` to remove what no export contains",
    );
  return file === undefined ? undefined : readPositions(file);
}

import type { ExportsHandlers } from "@backoffice/server";
import { exportedColumns, printCsv, printJson, readRecords } from "../business/export-records.ts";
import { newId } from "../database/new-id.ts";
import type { Ports } from "../ports/ports.ts";
import { insertRow } from "../database/rows.ts";

const greatestExport = 50_000;
const recordsPerMs = 100;
const exportHourMs = 3_600_000;

/** The handlers of `exports`. */
export const exports: ExportsHandlers<Ports> = {
  bulkExport: {
    async plan(input, { fail, ports }) {
      const { length } = await readRecords(ports.database, input);
      if (length === 0) throw fail.nothingToExport();
      if (length > greatestExport) throw fail.exportTooLarge(undefined, { recordCount: length });
      const isPersonal = !input.redact && (input.kind === "customers" || input.kind === "contacts");
      return {
        recordCount: length,
        columns: exportedColumns(input),
        warnings: isPersonal ? ["The file holds names and addresses."] : [],
        expectedSideEffects: [`One file with ${length} ${input.kind} can be downloaded for an hour.`],
        estimatedDurationMs: Math.ceil(length / recordsPerMs),
        targets: length,
      };
    },

    async execute(input, { fail, ports, now }) {
      const records = await readRecords(ports.database, input);
      if (records.length === 0) throw fail.nothingToExport();
      if (records.length > greatestExport)
        throw fail.exportTooLarge(undefined, { recordCount: records.length });
      const print = input.format === "csv" ? printCsv : printJson;
      const content = print(exportedColumns(input), records);
      const made = { exportId: newId("exp"), fileId: newId("f"), createdAt: now().toISOString() };
      const sizeBytes = Buffer.byteLength(content);
      await storeExport(ports, { ...made, ...input, content, sizeBytes, recordCount: records.length });
      const expiresAt = new Date(now().getTime() + exportHourMs).toISOString();
      return {
        exportId: made.exportId,
        fileId: made.fileId,
        recordCount: records.length,
        sizeBytes,
        expiresAt,
      };
    },
  },
};

interface StoredExport {
  readonly exportId: string;
  readonly fileId: string;
  readonly createdAt: string;
  readonly kind: string;
  readonly format: "csv" | "json";
  readonly content: string;
  readonly sizeBytes: number;
  readonly recordCount: number;
}

async function storeExport({ database }: Ports, made: StoredExport): Promise<void> {
  const { exportId, fileId, createdAt, kind, format, content, sizeBytes, recordCount } = made;
  const mediaType = format === "csv" ? "text/csv" : "application/json";
  await database.transaction().execute(async (transaction) => {
    await insertRow(transaction, "files", {
      id: fileId,
      name: `${kind}.${format}`,
      mediaType,
      sizeBytes,
      content,
      createdAt,
    });
    await insertRow(transaction, "exports", { id: exportId, kind, fileId, recordCount, createdAt });
  });
}

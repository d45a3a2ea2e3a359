import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";

type ExportKind = "customers" | "orders" | "transactions" | "contacts";
type ExportCell = string | number | null;

/** The exported columns of each table, in order; the personal ones are left out of a redacted export. */
const exportColumns: { readonly [K in ExportKind]: readonly (keyof Database[K] & string)[] } = {
  customers: ["id", "name", "email", "phone", "city", "status", "createdAt"],
  orders: ["id", "customerId", "item", "cents", "refundedCents", "currency", "status", "createdAt"],
  transactions: [
    "id",
    "orderId",
    "customerId",
    "kind",
    "cents",
    "refundedCents",
    "currency",
    "reason",
    "createdAt",
  ],
  contacts: ["id", "name", "email", "company", "customerId"],
};
const personalColumns: ReadonlySet<string> = new Set(["name", "email", "phone", "city", "company"]);

export interface ExportRequest {
  readonly kind: ExportKind;
  readonly since?: string;
  readonly redact?: boolean;
}

export function exportedColumns({ kind, redact = false }: ExportRequest): readonly string[] {
  return exportColumns[kind].filter((column) => !(redact && personalColumns.has(column)));
}

/** The cells of the records that a request covers, sorted by identifier. */
export async function readRecords(
  database: Kysely<Database>,
  request: ExportRequest,
): Promise<readonly (readonly ExportCell[])[]> {
  const rows: readonly Readonly<Record<string, ExportCell>>[] = (await readRows(database, request)).map(
    (row) => ({
      ...row,
    }),
  );
  return rows.map((row) => exportedColumns(request).map((column) => row[column] ?? null));
}

async function readRows(
  database: Kysely<Database>,
  { kind, since = "" }: ExportRequest,
): Promise<readonly object[]> {
  if (kind === "contacts") return await database.selectFrom("contacts").selectAll().orderBy("id").execute();
  return await database.selectFrom(kind).selectAll().where("createdAt", ">=", since).orderBy("id").execute();
}

/** RFC 4180, with a quote mark before cells that a spreadsheet would otherwise run as a formula. */
export function printCsv(csvHeader: readonly string[], records: readonly (readonly ExportCell[])[]): string {
  return [csvHeader, ...records].map((cells) => `${cells.map(printExportCell).join(",")}\r\n`).join("");
}

function printExportCell(cell: ExportCell): string {
  if (typeof cell === "number") return String(cell);
  const text = cell ?? "";
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function printJson(csvHeader: readonly string[], records: readonly (readonly ExportCell[])[]): string {
  const objects = records.map((cells) =>
    Object.fromEntries(csvHeader.map((column, i) => [column, cells[i]])),
  );
  return `${JSON.stringify(objects, null, 2)}\n`;
}

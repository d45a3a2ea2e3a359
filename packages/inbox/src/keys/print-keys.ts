import { keyUse, listKeys, type KeyUse } from "@proviso/trail";
import { escapeText, printJson } from "@proviso/manifest";
import { printTable } from "@proviso/terminal";
import type { ApprovalsHost } from "../commands/approvals-command.ts";
import type { KeysCommandLine } from "./keys-command.ts";

/** Prints all keys of a folder, as a table or as JSON, and what to do next. */
export async function printKeys(
  { folder, values }: KeysCommandLine,
  host: ApprovalsHost,
  next?: string,
): Promise<void> {
  const keys = await Promise.all(
    listKeys(folder).map(async (key) => ({ ...key, neededFor: await keyUse(folder, key) })),
  );
  if (values["json"]) return host.out(printJson({ folder, keys: keys.map(toJson) }, 2));
  const rows = keys.map(({ kind, role, id, file, since, neededFor }) => [
    kind,
    role,
    id,
    file,
    since.toISOString().slice(0, 16).replace("T", " "),
    neededFor ? (describeUse(neededFor) ?? "") : "not counted",
  ]);
  if (rows.length === 0) host.out(`no keys in ${escapeText(folder)}`);
  else
    host.out(printTable(["kind", "role", "id", "file", "since", "needed for"], rows, { width: host.width }));
  if (keys.some(({ neededFor }) => !neededFor))
    host.out(
      "\nnot counted: there is no SQLite database in the folder, so nobody can count here what needs a key; for PostgreSQL the page about keys has the queries",
    );
  if (next !== undefined) host.out(`\n${next}`);
}

/** What needs a key, in words; undefined if nothing does. */
export function describeUse({ values, until, writers }: KeyUse): string | undefined {
  if (until)
    return `${values} stored ${values === 1 ? "value" : "values"}, until ${until.toISOString().slice(0, 10)}`;
  if (writers.length === 0) return undefined;
  return `${writers.length === 1 ? "the chain" : "the chains"} of ${writers.map(escapeText).join(", ")}`;
}

function toJson({
  since,
  neededFor,
  ...key
}: ReturnType<typeof listKeys>[number] & { neededFor: KeyUse | undefined }) {
  if (!neededFor) return { ...key, since: since.toISOString(), neededFor: null };
  const { values, until, writers } = neededFor;
  const use = { values, ...(until && { until: until.toISOString() }), writers };
  return { ...key, since: since.toISOString(), neededFor: use };
}

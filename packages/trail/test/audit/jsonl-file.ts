import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import type { AuditSink } from "../../../server/src/api/ports.ts";
import { chainedAudit, type ChainOptions } from "../../src/trail/chained-audit.ts";
import { readEvent } from "../../src/trail/cloud-event.ts";
import { headFileOf } from "../../src/trail/head-file.ts";
import { firstHead, headSigner, readHead, type AuditHead } from "../../src/trail/head.ts";
import { parseLine } from "../../src/trail/json-lines.ts";

/** Writes a JSON lines trail as servers did until they kept each trail in a database: every group is signed. */
export function jsonlFile({ file, ...options }: ChainOptions & { readonly file: string }): AuditSink {
  const headFile = headFileOf(file);
  appendFileSync(file, "");
  const lines = (): readonly unknown[] => readFileSync(file, "utf8").split("\n").slice(0, -1).map(parseLine);
  const heads = (): readonly AuditHead[] =>
    existsSync(headFile)
      ? (JSON.parse(readFileSync(headFile, "utf8")) as unknown[]).flatMap((head) => readHead(head) ?? [])
      : [];
  const put = (head: AuditHead): void => {
    const all = new Map([...heads(), head].map((each) => [each.writer, each]));
    writeFileSync(headFile, JSON.stringify([...all.values()]));
  };
  const headOf = (name: string): AuditHead | undefined => heads().find(({ writer }) => writer === name);
  const { writer = "main", signing } = options;
  if (!headOf(writer)) put(firstHead(writer, signing && headSigner(signing)));
  return chainedAudit(
    {
      async end(name) {
        const head = headOf(name);
        const events = lines().filter((event) => readEvent(event)?.writer === name);
        return { events: events.slice(Math.max(0, (head?.sequence ?? 0) - 1)), ...(head && { head }) };
      },
      async append(events, head) {
        appendFileSync(file, events.map((event) => `${JSON.stringify(event)}\n`).join(""));
        put(head);
        return true;
      },
      close: async () => {},
    },
    options,
  );
}

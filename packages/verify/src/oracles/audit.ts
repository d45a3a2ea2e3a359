import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isObject, type Json } from "@proviso/manifest";
import type { Oracle, Snapshot } from "../model.ts";
import { changesOf } from "./changes.ts";

/** Records of an audit trail: a file with one JSON object a line. */
export const audit: Oracle = {
  name: "audit",
  summary: "Audit records, one JSON object a line: --audit FILE.",
  async open({ options }) {
    const file = options["audit"];
    if (file === undefined) return undefined;
    const path = resolve(file);
    return {
      name: "audit",
      watches: `the records in ${path}`,
      async snapshot(): Promise<Snapshot> {
        const text = await readFile(path, "utf8").catch(() => "");
        const lines = text.split("\n").filter((line) => line.trim() !== "");
        return Object.fromEntries(lines.map((line, index) => [`${eventOf(line)} ${index + 1}`, line]));
      },
      compare: (before, after) => changesOf("audit", before, after),
      close: async () => {},
    };
  },
};

/** The event that a record is about: `event`, or `type` (CloudEvents). */
function eventOf(line: string): string {
  try {
    const record = JSON.parse(line) as Json;
    const { event, type } = isObject(record) ? record : {};
    return String(event ?? type ?? "record");
  } catch {
    return "unreadable";
  }
}

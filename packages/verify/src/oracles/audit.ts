import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isObject } from "@proviso/manifest";
import { parseJson } from "@proviso/terminal";
import type { Oracle } from "../model.ts";

/** Records of an audit trail: a file with one JSON object a line. */
export const audit: Oracle = async ({ options }) => {
  if (options["audit"] === undefined) return undefined;
  const path = resolve(options["audit"]);
  return {
    name: "audit",
    watches: `the records in ${path}`,
    async snapshot() {
      const text = await readFile(path, "utf8").catch(() => "");
      const lines = text.split("\n").filter((line) => line.trim() !== "");
      return Object.fromEntries(lines.map((line, index) => [`${eventOf(line)} ${index + 1}`, line]));
    },
  };
};

/** The event that a record is about: `event`, or `type` (CloudEvents). */
function eventOf(line: string): string {
  const record = parseJson(line);
  if (record === undefined) return "unreadable";
  const { event, type } = isObject(record) ? record : {};
  return String(event ?? type ?? "record");
}

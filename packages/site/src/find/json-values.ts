import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * The text of a page, with the values that it shows from JSON files: `{report.calls}` after `import report from "../report.json"`.
 * `path` is the page's, in one of the folders.
 */
export async function jsonValues(body: string, path: string, folders: readonly string[]): Promise<string> {
  const folder = folders.findLast((each) => existsSync(join(each, path))) ?? "";
  let text = body;
  for (const [, name = "", file = ""] of body.matchAll(/^import (\w+) from "(\.[^"]*\.json)";$/gm)) {
    const json: unknown = JSON.parse(await readFile(join(folder, dirname(path), file), "utf8"));
    const shown = new RegExp(String.raw`\{${name}((?:\.\w+|\[\d+\]|\["[^"]*"\])+)\}`, "g");
    text = text.replace(shown, (_, keys: string) => String(valueAt(json, keys)));
  }
  return text;
}

/** The value at `.rows[0]["p50, ms"]`. */
function valueAt(json: unknown, keys: string): unknown {
  return [...keys.matchAll(/[^.[\]"]+/g)].reduce(
    (value: unknown, [key]) => (value as Readonly<Record<string, unknown>> | undefined)?.[key],
    json,
  );
}

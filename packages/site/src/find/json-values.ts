import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The text of the page at `path` in one of the folders, with the values that it shows from the JSON files that it imports. */
export function jsonValues(body: string, path: string, folders: readonly string[]): string {
  const folder = folders.findLast((each) => existsSync(join(each, path)));
  const [head] = /^(?:import .*\n|\n)*/.exec(body) ?? [""];
  return [...head.matchAll(/^import (\w+) from "(\..*\.json)";$/gm)].reduce((text, [, name, file = ""]) => {
    const json: unknown = JSON.parse(readFileSync(join(folder ?? "", dirname(path), file), "utf8"));
    const shown = new RegExp(String.raw`(<code>)?\{${name}([.[][\w.[\]", ]+)\}(?:</code>)?`, "g");
    return text.replace(shown, (_, isCode: string | undefined, keys: string) =>
      isCode ? `\`${valueAt(json, keys)}\`` : String(valueAt(json, keys)),
    );
  }, body);
}

/** The value at `.rows[0]["p50, ms"]`. */
function valueAt(json: unknown, keys: string): unknown {
  const named = [...keys.matchAll(/[^.[\]"]+/g)].map(([key]) => key);
  return named.reduce((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], json);
}

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The text of the page at `path` in one of the folders, with the other pages of Markdown that it shows as components, and the values that
 * it shows from JSON files, all by its imports.
 */
export function withImports(body: string, path: string, folders: readonly string[]): string {
  const folder = folders.findLast((each) => existsSync(join(each, path)));
  const [head] = /^(?:import .*\n|\n)*/.exec(body) ?? [""];
  const read = (file: string): string => readFileSync(join(folder ?? "", dirname(path), file), "utf8");
  const whole = [...head.matchAll(/^import (\w+) from "(\..*\.mdx)";$/gm)].reduce(
    (text, [, name, file = ""]) => text.replaceAll(`<${name} />`, () => read(file).trim()),
    body,
  );
  return [...head.matchAll(/^import (\w+) from "(\..*\.json)";$/gm)].reduce((text, [, name, file = ""]) => {
    const json: unknown = JSON.parse(read(file));
    const shown = new RegExp(String.raw`(<code>)?\{${name}([.[][\w.[\]", ]+)\}(?:</code>)?`, "g");
    return text.replace(shown, (_, isCode: string | undefined, keys: string) =>
      isCode ? `\`${valueAt(json, keys)}\`` : String(valueAt(json, keys)),
    );
  }, whole);
}

/** The value at `.rows[0]["p50, ms"]`. */
function valueAt(json: unknown, keys: string): unknown {
  const named = [...keys.matchAll(/[^.[\]"]+/g)].map(([key]) => key);
  return named.reduce((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], json);
}

import { UsageError } from "@proviso/terminal";

/** What `--against` names. */
export type Operand =
  | { readonly kind: "lock" }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "revision"; readonly revision: string }
  /** Without a version: the one that is installed. */
  | { readonly kind: "package"; readonly name: string; readonly version?: string }
  | { readonly kind: "process"; readonly command: readonly string[] }
  | { readonly kind: "url"; readonly url: string };

const operandForms =
  "a folder (`./old`), a git revision (`main`), a package (`@acme/schemas@1.4.0`, `npm:schemas@1.4.0`), `lock`, or a server (`stdio:COMMAND`, a URL)";

const packageName = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
/** A version, range or tag, without `:` and `/`: npm would read a folder, URL or repository. */
const packageVersion = /^[a-z0-9^~<>=*][\w.^~<>=*+-]*$/i;

/** Reads what `--against` names by its form alone: the same words mean the same everywhere. */
export function readOperand(text: string): Operand {
  if (text === "lock") return { kind: "lock" };
  if (text.startsWith("stdio:")) return { kind: "process", command: readCommand(text) };
  if (/^https?:/i.test(text)) return { kind: "url", url: text };
  if (/^(\.{1,2}$|\.{0,2}[/\\]|[a-z]:[/\\])/i.test(text)) return { kind: "folder", path: text };
  if (text.startsWith("npm:")) return readPackage(text.slice("npm:".length), text);
  return text.startsWith("@") ? readPackage(text, text) : { kind: "revision", revision: readRevision(text) };
}

/** `@acme/schemas`, `@acme/schemas@1.4.0`, or `schemas@1.4.0` after `npm:`, as it has no scope. */
function readPackage(text: string, written: string): Operand {
  const at = text.indexOf("@", 1);
  const name = at < 0 ? text : text.slice(0, at);
  const version = at < 0 ? undefined : text.slice(at + 1);
  if (!packageName.test(name))
    throw new UsageError(`\`${written}\` names no package; \`--against\` takes ${operandForms}`);
  if (version === undefined) return { kind: "package", name };
  if (!packageVersion.test(version))
    throw new UsageError(
      `\`${version}\` is no version of a package; write \`${written.slice(0, -version.length)}1.4.0\` or \`${written.slice(0, -version.length)}latest\``,
    );
  return { kind: "package", name, version };
}

/** Git would read a name that begins with `-` as an option. */
function readRevision(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (text !== "" && !/^-|[\u0000-\u0020\u007f]/.test(text)) return text;
  throw new UsageError(`\`${text}\` names nothing to compare with; \`--against\` takes ${operandForms}`);
}

/** The words of a command: separated by spaces, in quotes where a word holds spaces. */
function readCommand(text: string): readonly string[] {
  const rest = text.slice("stdio:".length);
  if (!/^(?:"[^"]*"|'[^']*'|[^"'])*$/.test(rest))
    throw new UsageError("`stdio:` has a quote that nothing ends");
  const words = rest.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  if (words.length === 0) throw new UsageError("`stdio:` needs the command that starts the server");
  return words.map((word) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_all, a?: string, b?: string) => a ?? b ?? ""),
  );
}

import type { Json } from "@proviso/manifest";

/**
 * Text that is safe to put into a Markdown, MDX or HTML page as it is. Templates accept nothing
 * else, so contract text reaches a page only through a function of this file.
 */
export type Markdown = string & { readonly markdown: true };

/** A scalar that is safe to put into YAML frontmatter. */
export type YamlScalar = string & { readonly yaml: true };

/** Matches anything but plain ASCII words with single spaces: few texts need more work. */
const unusualMarkdown = /[^ -~]| {2}|^ | $/;
const invisibleCharacter = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const linkLike = /:\/\/|@|www\.|mailto:|xmpp:/i;
/** Characters that may have a meaning in Markdown, and the start of a bare link. */
const specialCharacters = /[&\\`*[\]{}|~$<>_:@]|www\./i;
/** Has a meaning at the start of a line only: headings, lists, rules, MDX `import`/`export`. */
const specialStart = /^(?:[#+\-=]|\d+[.)]|(?:im|ex)port\b)/;
const trailingLink = new Set(")\"']}>.,;!?");
const identifierInBackticks = /^`[A-Za-z0-9_.:-]+`$/;
/** Splits into identifiers in backticks (code spans must not touch), spaces, and the rest. */
const textPieces = /((?<=^|[\s("'[])`[^`\s]*`(?=(?:'s)?[.,;:!?)"'\]]*(?:\s|$))|[\s|`])/;

/** Shows what a reader could not see: control, bidi and zero-width characters become `⟨U+202E⟩`; white space becomes a space. */
export function visibleText(plainValue: string): string {
  if (!unusualMarkdown.test(plainValue)) return plainValue;
  const shown = plainValue.replaceAll(invisibleCharacter, (character) =>
    /[\t\n\r]/.test(character) ? " " : `⟨U+${hexOfCharacter(character).padStart(4, "0")}⟩`,
  );
  return shown.replaceAll(/\s+/g, " ").trim();
}

/** Our own text: it may contain Markdown. Contract text in it must have come through this file. */
export function phrase(strings: TemplateStringsArray, ...values: readonly (Markdown | number)[]): Markdown {
  let written = strings[0] ?? "";
  for (const [index, plainValue] of values.entries()) written += `${plainValue}${strings[index + 1] ?? ""}`;
  return written as Markdown;
}

/**
 * Contract text as one line without markup. Two things are shown as code, which is inert: an
 * identifier in backticks, and whatever a Markdown renderer would turn into a link.
 */
export function text(plainValue: string): Markdown {
  const shown = visibleText(plainValue);
  const inert = specialCharacters.test(shown) ? shown.split(textPieces).map(inertWord).join("") : shown;
  return guardLineStart(inert) as Markdown;
}

/** Contract text of several paragraphs. */
export function paragraphs(plainValue: string): Markdown {
  const parts = plainValue.split(/\r?\n[ \t]*\r?\n/).map(text);
  return parts.filter((part) => part !== "").join("\n\n") as Markdown;
}

/** Contract text as code: name, condition, pattern. Valid in paragraphs and table cells. */
export function code(plainValue: string): Markdown {
  const shown = visibleText(plainValue);
  if (shown === "") return '`""`' as Markdown;
  if (/[|`]/.test(shown)) return `<code>${withEntities(shown)}</code>` as Markdown;
  return `\`${shown}\`` as Markdown;
}

/**
 * For a page without tables: turns `<code>` elements, which table cells need, back into code spans.
 * Contract text never contains the tag, because its `<` is escaped.
 */
export function withPlainCode(page: string): string {
  return page.replaceAll(/<code>([^<]*)<\/code>/g, (_tag, entities: string) => {
    const shown = entities.replaceAll(/&#(\d+);/g, (_entity, point: string) =>
      String.fromCodePoint(Number(point)),
    );
    const longestRun = Math.max(0, ...[...shown.matchAll(/`+/g)].map((match) => match[0].length));
    const fence = "`".repeat(longestRun + 1);
    const pad = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
    return fence + pad + shown + pad + fence;
  });
}

/** An npm package name for a README, without characters that no package name has. */
export function packageNameText(name: string): Markdown {
  return name.replaceAll(/[^\w@/.~-]/g, "") as Markdown;
}

/** A block of JSON, cut off after so many characters, with invisible ones as escapes. */
export function jsonBlock(plainValue: Json, max: number = Number.POSITIVE_INFINITY): Markdown {
  const whole = JSON.stringify(plainValue, null, 2).replaceAll(invisibleCharacter, (character) =>
    character === "\n" ? character : escapeUnits(character),
  );
  const body = whole.length > max ? `${whole.slice(0, max)}\n… ${whole.length - max} characters more` : whole;
  return fenced("json", body);
}

/** A block of plain text. Lines keep their indentation; invisible characters in them are shown. */
export function textBlock(value: string): Markdown {
  const lines = value.split("\n").map((line) => `${/^ */.exec(line)?.[0] ?? ""}${visibleText(line)}`);
  return fenced("text", lines.join("\n"));
}

function fenced(language: "json" | "text", body: string): Markdown {
  const longestRun = Math.max(2, ...[...body.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = "`".repeat(longestRun + 1);
  return `${fence}${language}\n${body}\n${fence}` as Markdown;
}

/** A link to another page. `href` is one of our own paths, never contract text. */
export function link(label: Markdown, href: string): Markdown {
  return `[${label}](${href})` as Markdown;
}

/** Joins parts; the separator is our own text. */
export function joined(parts: readonly Markdown[], separator: string): Markdown {
  return parts.join(separator) as Markdown;
}

/** Contract text as a YAML string. Every JSON string is a YAML string. */
export function yamlString(plainValue: string): YamlScalar {
  return JSON.stringify(visibleText(plainValue)) as YamlScalar;
}

/** A value as JSON, which is YAML too, with invisible characters shown. */
export function yamlJson(plainValue: Json): YamlScalar {
  return JSON.stringify(plainValue, showInvisibly) as YamlScalar;
}

function showInvisibly(_key: string, part: unknown): unknown {
  return typeof part === "string" ? visibleText(part) : part;
}

function inertWord(word: string): string {
  if (identifierInBackticks.test(word)) return word;
  if (!linkLike.test(word)) return escapeInline(word);
  let end = word.length;
  while (end > 0 && trailingLink.has(word.charAt(end - 1))) end -= 1;
  const begin = /^[("'[{<]*/.exec(word)?.[0].length ?? 0;
  const core = word.slice(begin, end);
  return escapeInline(word.slice(0, begin)) + (core === "" ? "" : code(core)) + escapeInline(word.slice(end));
}

function escapeInline(plainValue: string): string {
  if (!specialCharacters.test(plainValue)) return plainValue;
  return plainValue
    .replaceAll("&", "&amp;")
    .replaceAll(/[\\`*[\]{}|~$]/g, String.raw`\$&`)
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, String.raw`\_`)
    .replaceAll(/:(?=\S)/g, String.raw`\:`);
}

function guardLineStart(line: string): string {
  if (!specialStart.test(line)) return line;
  return line
    .replace(/^[#+\-=]/, String.raw`\$&`)
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`)
    .replace(/^(?:im|ex)(?=port\b)/, (begin) => `&#${begin.charCodeAt(0)};${begin.slice(1)}`);
}

function withEntities(plainValue: string): string {
  return plainValue
    .replaceAll(/[^\p{L}\p{N} .,()=?/%;"'-]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`)
    .replaceAll(/www\./gi, (begin) => begin.replace(".", "&#46;"));
}

function hexOfCharacter(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
}

function escapeUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

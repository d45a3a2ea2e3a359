import type { MapEntry } from "@proviso/compiler";
import { folderPattern, foreignFolderProblem, pathProblem } from "../disk/path-problem.ts";
import type { Located } from "./config.ts";
import { configErrors } from "./problems.ts";
import { readSettings, refuseUnknownKeys, schemaOfSettings, wrongValue } from "./setting.ts";
import type { Settings, Shape } from "./setting.ts";

/** One of a few words. */
export function oneOf<Word extends string | number>(words: readonly Word[], wanted: string): Shape<Word> {
  return {
    schema: { enum: words },
    read(entry, report) {
      const value = configScalarOf(entry);
      return words.find((each) => each === value) ?? wrongValue(entry, wanted, report);
    },
  };
}

export function textLike(pattern: RegExp, wanted: string): Shape<string> {
  return {
    schema: { type: "string", pattern: pattern.source },
    read(entry, report) {
      const value = configScalarOf(entry);
      return typeof value === "string" && pattern.test(value) ? value : wrongValue(entry, wanted, report);
    },
  };
}

export function wholeNumber(wanted: string): Shape<number> {
  return {
    schema: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    read(entry, report) {
      const value = configScalarOf(entry);
      const isGood = typeof value === "number" && Number.isSafeInteger(value) && value > 0;
      return isGood ? value : wrongValue(entry, wanted, report);
    },
  };
}

const insideProject = /^(?![/\\]|[a-zA-Z]:)(?![\s\S]*\.\.)[\s\S]+$/;

/** Patterns of files inside the project. */
export const globs: Shape<Located<readonly string[]>> = {
  schema: { type: "array", minItems: 1, items: { type: "string", pattern: insideProject.source } },
  read(entry, report) {
    const { value: node } = entry;
    const items = node.kind === "list" ? node.items : [];
    const value = items.flatMap((item) =>
      item.kind === "scalar" && typeof item.value === "string" && insideProject.test(item.value)
        ? [item.value]
        : [],
    );
    if (items.length > 0 && value.length === items.length) return { value, span: node.span };
    return wrongValue(entry, "a list of globs inside the project, such as `[contracts/*.yaml]`", report);
  },
};

/** A folder of the project that proviso may write to. The schema leaves names that only some systems refuse to the reader. */
export const folder: Shape<Located<string>> = {
  schema: { type: "string", pattern: folderPattern },
  read(entry, report) {
    const value = configScalarOf(entry);
    if (typeof value !== "string") return wrongValue(entry, "a folder", report);
    const { span } = entry.value;
    const problem = pathProblem(value) ?? foreignFolderProblem(value);
    if (problem) report(configErrors.at(span, "unsafe-folder", { folder: value, problem }));
    return { value, span };
  },
};

/** A map with known keys, each with a shape of its own. */
export function settingsMap<T>(
  settings: Settings<T>,
  wanted: string,
): Shape<{ readonly [Key in keyof T]?: T[Key] | undefined }> {
  return {
    schema: schemaOfSettings(settings),
    read(entry, report) {
      const { value: node } = entry;
      return node.kind === "map"
        ? readSettings(node, node.span, settings, report)
        : wrongValue(entry, wanted, report);
    },
  };
}

/** A map of any of these keys to values of one shape. */
export function mapOf<T>(
  keys: readonly string[],
  shape: Shape<T>,
  wanted: string,
): Shape<Readonly<Record<string, T>>> {
  return {
    schema: {
      type: "object",
      additionalProperties: false,
      properties: Object.fromEntries(keys.map((key) => [key, shape.schema])),
    },
    read(entry, report) {
      const { value: node } = entry;
      if (node.kind !== "map") return wrongValue(entry, wanted, report);
      refuseUnknownKeys(node, keys, report);
      const values = node.entries.flatMap((each) => {
        const value = shape.read(each, report);
        return value === undefined ? [] : [[each.key, value] as const];
      });
      return Object.fromEntries(values);
    },
  };
}

function configScalarOf({ value: node }: MapEntry): string | number | boolean | null | undefined {
  return node.kind === "scalar" ? node.value : undefined;
}

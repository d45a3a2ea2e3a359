import { itemsOf, type MapEntry, textOf } from "@proviso/compiler";
import { folderPattern, foreignFolderProblem, pathProblem } from "../disk/path-problem.ts";
import type { LocatedSetting } from "./config.ts";
import { configErrors } from "./problems.ts";
import { readSettings, refuseUnknownKeys, schemaOfSettings, wrongValue } from "./setting.ts";
import type { Setting, Settings, SettingShape } from "./setting.ts";

/** One of a few words. */
export function oneOfSetting<Word extends string | number>(
  words: readonly Word[],
  wanted: string,
): SettingShape<Word> {
  return {
    schema: { enum: words },
    read(entry, report) {
      const scalar = configScalarOf(entry);
      return words.find((each) => each === scalar) ?? wrongValue(entry, wanted, report);
    },
  };
}

export function textLike(settingPattern: RegExp, wanted: string): SettingShape<string> {
  return {
    schema: { type: "string", pattern: settingPattern.source },
    read(entry, report) {
      const scalar = configScalarOf(entry);
      return typeof scalar === "string" && settingPattern.test(scalar)
        ? scalar
        : wrongValue(entry, wanted, report);
    },
  };
}

export function wholeNumberSetting(wanted: string): SettingShape<number> {
  return {
    schema: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    read(entry, report) {
      const scalar = configScalarOf(entry);
      const isGood = typeof scalar === "number" && Number.isSafeInteger(scalar) && scalar > 0;
      return isGood ? scalar : wrongValue(entry, wanted, report);
    },
  };
}

const insideProject = /^(?![/\\]|[a-zA-Z]:)(?![\s\S]*\.\.)[\s\S]+$/;

/** Patterns of files inside the project. */
export const globs: SettingShape<LocatedSetting<readonly string[]>> = {
  schema: { type: "array", minItems: 1, items: { type: "string", pattern: insideProject.source } },
  read(entry, report) {
    const { value: node } = entry;
    const items = itemsOf(node);
    const value = items.flatMap((item) => textOf(item) ?? []).filter((text) => insideProject.test(text));
    if (items.length > 0 && value.length === items.length) return { value, span: node.span };
    return wrongValue(entry, "a list of globs inside the project, such as `[contracts/*.yaml]`", report);
  },
};

/** A folder that proviso may write to. The reader refuses names that only some systems refuse. */
export const folder: SettingShape<LocatedSetting<string>> = {
  schema: { type: "string", pattern: folderPattern },
  read(entry, report) {
    const scalar = configScalarOf(entry);
    if (typeof scalar !== "string") return wrongValue(entry, "a folder", report);
    const { span } = entry.value;
    const problem = pathProblem(scalar) ?? foreignFolderProblem(scalar);
    if (problem) report(configErrors.at(span, "unsafe-folder", { folder: scalar, problem }));
    return { value: scalar, span };
  },
};

/** A map with known keys, each with a shape of its own. It has no value if a required one is missing. */
export function settingsMap<T extends object>(settings: Settings<T>, wanted: string): SettingShape<T> {
  const rows = Object.entries<Setting<unknown>>(settings);
  return {
    schema: schemaOfSettings(settings),
    read(entry, report) {
      const { value: node } = entry;
      if (node.kind !== "map") return wrongValue(entry, wanted, report);
      const read = readSettings(node, node.span, settings, report);
      const isWhole = rows.every(([key, { required }]) => !required || Object.hasOwn(read, key));
      return isWhole ? (read as T) : undefined;
    },
  };
}

/** A setting that maps any of these keys to values of one shape. */
export function mapOf<T>(
  keys: readonly string[],
  shape: SettingShape<T>,
  wanted: string,
): SettingShape<Readonly<Record<string, T>>> {
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
        const scalar = shape.read(each, report);
        return scalar === undefined ? [] : [[each.key, scalar] as const];
      });
      return Object.fromEntries(values);
    },
  };
}

function configScalarOf({ value: node }: MapEntry): string | number | boolean | null | undefined {
  return node.kind === "scalar" ? node.value : undefined;
}

import type { MapEntry } from "@proviso/compiler";
import { folderPattern, foreignFolderProblem, pathProblem } from "../disk/path-problem.ts";
import type { LocatedSetting } from "./config.ts";
import { configErrors } from "./problems.ts";
import { readSettings, refuseUnknownKeys, schemaOfSettings, wrongValue } from "./setting.ts";
import type { Settings, SettingShape } from "./setting.ts";

/** One of a few words. */
export function oneOfSetting<Word extends string | number>(
  settingWords: readonly Word[],
  wanted: string,
): SettingShape<Word> {
  return {
    schema: { enum: settingWords },
    read(configEntry, report) {
      const configScalar = configScalarOf(configEntry);
      return settingWords.find((each) => each === configScalar) ?? wrongValue(configEntry, wanted, report);
    },
  };
}

export function textLike(settingPattern: RegExp, wanted: string): SettingShape<string> {
  return {
    schema: { type: "string", pattern: settingPattern.source },
    read(configEntry, report) {
      const configScalar = configScalarOf(configEntry);
      return typeof configScalar === "string" && settingPattern.test(configScalar)
        ? configScalar
        : wrongValue(configEntry, wanted, report);
    },
  };
}

export function wholeNumberSetting(wanted: string): SettingShape<number> {
  return {
    schema: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    read(configEntry, report) {
      const configScalar = configScalarOf(configEntry);
      const isGood =
        typeof configScalar === "number" && Number.isSafeInteger(configScalar) && configScalar > 0;
      return isGood ? configScalar : wrongValue(configEntry, wanted, report);
    },
  };
}

const insideProject = /^(?![/\\]|[a-zA-Z]:)(?![\s\S]*\.\.)[\s\S]+$/;

/** Patterns of files inside the project. */
export const globs: SettingShape<LocatedSetting<readonly string[]>> = {
  schema: { type: "array", minItems: 1, items: { type: "string", pattern: insideProject.source } },
  read(configEntry, report) {
    const { value: configNode } = configEntry;
    const items = configNode.kind === "list" ? configNode.items : [];
    const configScalar = items.flatMap((item) =>
      item.kind === "scalar" && typeof item.value === "string" && insideProject.test(item.value)
        ? [item.value]
        : [],
    );
    if (items.length > 0 && configScalar.length === items.length)
      return { value: configScalar, span: configNode.span };
    return wrongValue(
      configEntry,
      "a list of globs inside the project, such as `[contracts/*.yaml]`",
      report,
    );
  },
};

/** A folder that proviso may write to. The reader refuses names that only some systems refuse. */
export const folder: SettingShape<LocatedSetting<string>> = {
  schema: { type: "string", pattern: folderPattern },
  read(configEntry, report) {
    const configScalar = configScalarOf(configEntry);
    if (typeof configScalar !== "string") return wrongValue(configEntry, "a folder", report);
    const { span } = configEntry.value;
    const problem = pathProblem(configScalar) ?? foreignFolderProblem(configScalar);
    if (problem) report(configErrors.at(span, "unsafe-folder", { folder: configScalar, problem }));
    return { value: configScalar, span };
  },
};

/** A map with known keys, each with a shape of its own. */
export function settingsMap<T>(
  settings: Settings<T>,
  wanted: string,
): SettingShape<{ readonly [Key in keyof T]?: T[Key] | undefined }> {
  return {
    schema: schemaOfSettings(settings),
    read(configEntry, report) {
      const { value: configNode } = configEntry;
      return configNode.kind === "map"
        ? readSettings(configNode, configNode.span, settings, report)
        : wrongValue(configEntry, wanted, report);
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
    read(configEntry, report) {
      const { value: configNode } = configEntry;
      if (configNode.kind !== "map") return wrongValue(configEntry, wanted, report);
      refuseUnknownKeys(configNode, keys, report);
      const values = configNode.entries.flatMap((each) => {
        const configScalar = shape.read(each, report);
        return configScalar === undefined ? [] : [[each.key, configScalar] as const];
      });
      return Object.fromEntries(values);
    },
  };
}

function configScalarOf({ value: configNode }: MapEntry): string | number | boolean | null | undefined {
  return configNode.kind === "scalar" ? configNode.value : undefined;
}

import type { Waiver } from "@proviso/changes";
import type { LocatedSetting } from "./config.ts";
import { settingsMap, textLike } from "./shapes.ts";
import { type SettingShape, type Settings, wrongValue } from "./setting.ts";

const fields: Settings<Waiver> = {
  id: {
    description: "The kind of change, such as `confirmation-loosened`.",
    example: "id: confirmation-loosened",
    required: true,
    shape: textLike(/^[a-z][a-z0-9-]*$/, "the id of a change, such as `confirmation-loosened`"),
  },
  fingerprint: {
    description: "The fingerprint of the one change, as `proviso diff` prints it.",
    example: 'fingerprint: "8c1f0c2be0a5d3f7"',
    required: true,
    shape: textLike(/^[0-9a-f]{16}$/, "16 hex digits in quotes, as `proviso diff` prints them"),
  },
  reason: {
    description: "Why the change is accepted, for those who read this later.",
    example: "reason: Agreed with support.",
    required: true,
    shape: textLike(/\S/, "a sentence"),
  },
  expires: {
    description: "The last day on which the waiver counts.",
    example: "expires: 2027-01-31",
    required: true,
    shape: day("a day such as `2027-01-31`"),
  },
};

const waiver = settingsMap(fields, "a map with `id`, `fingerprint`, `reason` and `expires`");

/** A list of waivers, each with the place at which it is written. */
export const waiverList: SettingShape<readonly LocatedSetting<Waiver>[]> = {
  schema: { type: "array", items: waiver.schema },
  read(entry, report) {
    if (entry.value.kind !== "list") return wrongValue(entry, "a list of waivers", report);
    return entry.value.items.flatMap((item) => {
      const value = waiver.read({ ...entry, value: item }, report);
      return value ? [{ value, span: item.span }] : [];
    });
  },
};

function day(wanted: string): SettingShape<string> {
  const { schema, read } = textLike(/^\d{4}-\d\d-\d\d$/, wanted);
  return {
    schema,
    read(entry, report) {
      const value = read(entry, report);
      if (value === undefined || isDay(value)) return value;
      return wrongValue(entry, wanted, report);
    },
  };
}

/** No 31st of February. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

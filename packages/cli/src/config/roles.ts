import { type Diagnostic, itemsOf, type MapNode, textOf, nearest } from "@proviso/compiler";
import type { LocatedSetting, Roles } from "./config.ts";
import { configErrors } from "./problems.ts";
import { wrongValue, type SettingShape } from "./setting.ts";

const roleName = /^[a-z][a-z0-9-]*$/;
const wanted = "a map of roles, words such as `support`, to lists of permissions";

export const rolesShape: SettingShape<Roles> = {
  schema: {
    type: "object",
    propertyNames: { pattern: roleName.source },
    additionalProperties: { type: "array", minItems: 1, items: { type: "string" } },
  },
  read(entry, report) {
    if (entry.value.kind !== "map") return wrongValue(entry, wanted, report);
    const roles = entry.value.entries.map(({ key, value }) => [key, permissionsOf(value)] as const);
    if (!roles.every(([name, permissions]) => roleName.test(name) && permissions.length > 0))
      return wrongValue(entry, wanted, report);
    return Object.fromEntries(roles);
  },
};

/** None if one of them is no text. */
function permissionsOf(list: MapNode["entries"][number]["value"]): readonly LocatedSetting<string>[] {
  const items = itemsOf(list);
  const texts = items.flatMap((item) => {
    const value = textOf(item);
    return value === undefined ? [] : [{ value, span: item.span }];
  });
  return texts.length === items.length ? texts : [];
}

/** A role that holds a permission which no contract declares would open less than its reader thinks. */
export function findUnknownPermissions(roles: Roles, permissions: readonly string[]): readonly Diagnostic[] {
  return Object.values(roles)
    .flat()
    .filter(({ value }) => !permissions.includes(value))
    .map(({ value, span }) =>
      configErrors.at(span, "unknown-permission", {
        permission: value,
        nearest: nearest(value, permissions),
      }),
    );
}

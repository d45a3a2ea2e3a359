import type { FoundChange } from "../facts/change.ts";
import { type ProductRule, productRule } from "../facts/change-rule.ts";
import { dangerous, equals, neutral, safe } from "../facts/kinds.ts";
import { place } from "../facts/place.ts";

type TableId = "permission-declared" | "permission-no-longer-declared" | "permission-reworded";

export const declaredPermissions: ProductRule = productRule<TableId>({
  name: "declared-permissions",
  summary: "The permissions that the product declares. Which of them a tool needs is compared with the tool.",
  kinds: {
    ...equals("unchanged", {
      "permission-declared": safe("There is a new permission that can be granted."),
      "permission-no-longer-declared": dangerous(
        "No tool can need the permission any more, and who grants it grants nothing.",
      ),
    }),
    ...neutral("unchanged", {
      "permission-reworded": safe(
        "A permission is described otherwise. People who grant it read the description.",
        "people who grant it",
      ),
    }),
  },
  find({ before: { permissions: was }, after: { permissions: is } }) {
    const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].toSorted();
    return names.flatMap((name): readonly FoundChange<TableId>[] => {
      const before = Object.hasOwn(was, name) ? was[name] : undefined;
      const after = Object.hasOwn(is, name) ? is[name] : undefined;
      if (before === after) return [];
      const path = place("permissions", name);
      if (before === undefined)
        return [{ id: "permission-declared", path, after, says: `the permission \`${name}\` is new` }];
      if (after === undefined)
        return [
          { id: "permission-no-longer-declared", path, before, says: `the permission \`${name}\` is gone` },
        ];
      return [
        {
          id: "permission-reworded",
          path,
          before,
          after,
          says: `the permission \`${name}\` is described otherwise`,
        },
      ];
    });
  },
});

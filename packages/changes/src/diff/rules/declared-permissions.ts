import { type ProductRule, productRule } from "../facts/change-rule.ts";
import { dangerous, equals, neutral, safe } from "../facts/kinds.ts";
import { place } from "../facts/place.ts";

export const declaredPermissions: ProductRule = productRule({
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
  find(manifests) {
    const [was, is] = [manifests.before, manifests.after].map(
      ({ permissions }) => new Map(Object.entries(permissions)),
    );
    const names = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].toSorted();
    return names.flatMap((name) => {
      const [before, after] = [was?.get(name), is?.get(name)];
      if (before === after) return [];
      const [id, what] =
        before === undefined
          ? ["permission-declared", "new"]
          : after === undefined
            ? ["permission-no-longer-declared", "gone"]
            : ["permission-reworded", "described otherwise"];
      const path = place("permissions", name);
      return [{ id, path, before, after, says: `the permission \`${name}\` is ${what}` }];
    });
  },
});

import type { Bar } from "./bars.ts";
import growth from "./growth.json" with { type: "json" };

/** The cases of one kind, such as `call, 10 tools`, as bars. */
export function growthBars(kind: string): readonly Bar[] {
  return growth.rows.flatMap(({ case: name, median }) => {
    if (!name.startsWith(`${kind}, `)) return [];
    const [value = "", unit = ""] = median.split(" ");
    return [{ label: name.slice(kind.length + 2), value: Number(value), unit, isOurs: true }];
  });
}

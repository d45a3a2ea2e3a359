import type { Json, ToolContract } from "@proviso/manifest";
import { type ClauseRule, clauseRule } from "./change-rule.ts";
import { shown } from "./json-value.ts";
import { dangerous, opposites, safe } from "./kinds.ts";

/** One value of a contract, and how strict it is: more is stricter. */
export interface OrderedClause {
  readonly path: string;
  readonly value: Json | undefined;
  readonly strictness: number;
}

interface OrderedSpec<Name extends string> {
  readonly name: Name;
  readonly summary: string;
  /** The clauses of a tool, always the same ones in the same order. */
  readonly clauses: (tool: ToolContract) => readonly OrderedClause[];
  readonly loosened: Direction;
  readonly tightened: Direction;
}

interface Direction {
  readonly means: string;
  /** Read after the name of the tool and before the two values. */
  readonly says: string;
}

/** A rule for clauses whose values are ordered by strictness. Equal strictness is equal value. */
export function orderedRule<Name extends string>(spec: OrderedSpec<Name>): ClauseRule {
  const { name, summary, clauses, loosened, tightened } = spec;
  const [looser, stricter] = [`${name}-loosened`, `${name}-tightened`];
  return clauseRule<string>({
    name,
    summary,
    kinds: opposites("unchanged", {
      [looser]: safe(loosened.means),
      [stricter]: dangerous(tightened.means),
    }),
    find(before, after) {
      const later = clauses(after);
      return clauses(before).flatMap(({ path, value, strictness }, at) => {
        const now = later[at];
        if (!now || now.strictness === strictness) return [];
        const [id, { says }] =
          now.strictness < strictness ? ([looser, loosened] as const) : ([stricter, tightened] as const);
        const values = `\`${path}\` was ${shown(value, "not stated")} and is ${shown(now.value, "not stated")}`;
        return [{ id, path, before: value, after: now.value, says: `${says}: ${values}` }];
      });
    },
  });
}

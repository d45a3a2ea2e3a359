import type { Json, ToolContract } from "@proviso/manifest";
import type { Verdicts } from "./change.ts";
import { type ChangeExample, type ClauseRule, clauseRule } from "./change-rule.ts";
import { shown } from "./json-value.ts";

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
  readonly model: Verdicts["model"];
  readonly loosened: Direction;
  readonly tightened: Direction;
  readonly examples: readonly ChangeExample<OrderedId<NoInfer<Name>>>[];
}

interface Direction {
  readonly callers: Verdicts["callers"];
  readonly means: string;
  /** Read after the name of the tool and before the two values. */
  readonly says: string;
}

type OrderedId<Name extends string> = `${Name}-loosened` | `${Name}-tightened`;

/** A rule for clauses whose values are ordered by strictness. Values of the same strictness are the same value. */
export function orderedRule<Name extends string>(spec: OrderedSpec<Name>): ClauseRule<OrderedId<Name>> {
  const { name, summary, clauses, model, loosened, tightened, examples } = spec;
  const [looser, stricter] = [`${name}-loosened` as const, `${name}-tightened` as const];
  const kinds = {
    [looser]: {
      callers: loosened.callers,
      safety: "loosened",
      model,
      means: loosened.means,
      reverse: stricter,
    },
    [stricter]: {
      callers: tightened.callers,
      safety: "tightened",
      model,
      means: tightened.means,
      reverse: looser,
    },
  } as ClauseRule<OrderedId<Name>>["kinds"];
  return clauseRule<OrderedId<Name>>({
    name,
    summary,
    kinds,
    examples,
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

import type { Compilable, Kysely } from "kysely";
import type { Tables } from "./tables.ts";

type Values = Readonly<Record<string, string | number>>;

/** A placeholder for a later value. */
interface Placeholder {
  readonly placeholder: string;
}

/**
 * Builds a query once, because that costs as much as running it. `build` gets placeholders for
 * later values, which may be used only where a value is allowed.
 */
export function preparedQuery<Given extends Values, Row>(
  database: Kysely<Tables>,
  build: (given: Given) => Compilable<Row>,
): (given: Given) => Promise<readonly Row[]> {
  const open = new Proxy({}, { get: (_, name) => ({ placeholder: String(name) }) satisfies Placeholder });
  const compiled = build(open as Given).compile();
  return async (given) => {
    const parameters = compiled.parameters.map((queryParameter) =>
      isPlaceholder(queryParameter) ? given[queryParameter.placeholder] : queryParameter,
    );
    return (await database.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

function isPlaceholder(queryParameter: unknown): queryParameter is Placeholder {
  return typeof queryParameter === "object" && queryParameter !== null && "placeholder" in queryParameter;
}

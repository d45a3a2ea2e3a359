import type { RequirementResolver } from "@proviso/server";
import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";

/** One resolver for each string that a contract lists under `execution.requirements`, exactly as it is written there. */
export function requirementResolvers(
  database: Kysely<Database>,
): Readonly<Record<string, RequirementResolver>> {
  const conditionIs = async (name: string, value: string): Promise<boolean> => {
    const row = await database
      .selectFrom("conditions")
      .select("value")
      .where("name", "=", name)
      .executeTakeFirst();
    return row?.value === value;
  };
  return {
    "auth:oauth2": ({ principal }) => principal.authTime !== undefined,
    "auth:claim:role:mission_control": ({ principal }) =>
      principal.attributes?.["role"] === "mission_control",
    "capability:rocket.launch": async () => {
      const rocket = await database
        .selectFrom("rockets")
        .select("id")
        .where("status", "=", "on_pad")
        .executeTakeFirst();
      return rocket !== undefined;
    },
    "env:production": () => true, // this server has one environment, and it is the one that counts
    "state:weather.clear": () => conditionIs("weather", "clear"),
    "feature:launch_window.open": () => conditionIs("launch_window", "open"),
  };
}

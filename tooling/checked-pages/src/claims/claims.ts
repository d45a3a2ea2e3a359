import { asked } from "./asked.ts";
import { callers } from "./callers.ts";
import type { Claim } from "./claim.ts";
import { changesAndTells } from "./changes-and-tells.ts";
import { listed } from "./listed.ts";
import { runs } from "./runs.ts";

/** What the pages of tools say. */
export const claims: readonly Claim[] = [...asked, ...callers, ...changesAndTells, ...listed, ...runs];

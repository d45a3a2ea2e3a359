import type { EvidenceRule } from "./evidence.ts";
import { changesAccess } from "./changes-access.ts";
import { hints } from "./hints.ts";
import { httpMethod } from "./http-method.ts";
import { movesMoney } from "./moves-money.ts";
import { namedVerb } from "./named-verb.ts";
import { reachesAnAddress } from "./reaches-an-address.ts";
import { revealsSecrets } from "./reveals-secrets.ts";
import { runsWhatItIsGiven } from "./runs-what-it-is-given.ts";
import { saysThatItDeletes } from "./says-that-it-deletes.ts";
import { saysWhatItDoes } from "./says-what-it-does.ts";
import { stopsRecords } from "./stops-records.ts";
import { takesDataOut } from "./takes-data-out.ts";

/** All rules of evidence, in the order in which a suggestion lists their reasons. */
export const evidenceRules: readonly EvidenceRule[] = [
  httpMethod,
  namedVerb,
  hints,
  revealsSecrets,
  stopsRecords,
  movesMoney,
  changesAccess,
  runsWhatItIsGiven,
  takesDataOut,
  reachesAnAddress,
  saysThatItDeletes,
  saysWhatItDoes,
];

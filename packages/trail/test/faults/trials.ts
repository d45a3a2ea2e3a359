import { certainty } from "./certainty.ts";
import { skewedClocks } from "./clocks.ts";
import { fewConnections } from "./connections.ts";
import { disconnects } from "./disconnects.ts";
import { floods } from "./floods.ts";
import { lostAnswers } from "./lost-answers.ts";
import { sharedChain } from "./shared-chain.ts";
import type { Trial } from "./trial.ts";
import { postgresUnderLoad, sqliteUnderLoad } from "./under-load.ts";
import { upgrades } from "./upgrades.ts";
import { writeAheadLog } from "./write-ahead-log.ts";

/** All trials, with how many rounds of each the tests have time for. */
export const trials: Readonly<Record<string, { readonly run: Trial; readonly shortRounds: number }>> = {
  sqlite: { run: sqliteUnderLoad, shortRounds: 2 },
  postgres: { run: postgresUnderLoad, shortRounds: 2 },
  "shared-chain": { run: sharedChain, shortRounds: 1 },
  connections: { run: fewConnections, shortRounds: 1 },
  "write-ahead-log": { run: writeAheadLog, shortRounds: 1 },
  clocks: { run: skewedClocks, shortRounds: 1 },
  upgrades: { run: upgrades, shortRounds: 6 },
  "lost-answers": { run: lostAnswers, shortRounds: 2 },
  disconnects: { run: disconnects, shortRounds: 2 },
  certainty: { run: certainty, shortRounds: 2 },
  floods: { run: floods, shortRounds: 1 },
};

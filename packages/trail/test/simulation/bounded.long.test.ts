// All histories within these bounds, some of each in CI. `./x bench simulate bounded` has wider ones.
import process from "node:process";
import { expect, test } from "vitest";
import { pieceOf } from "../../../../tooling/piece-of.ts";
import { explore } from "../../../server/test/simulation/explore.ts";
import { seeded } from "../../../server/test/soak/soak-client.ts";
import { bounded } from "./bounded.ts";
import { boundedWorld } from "./bounded-world.ts";
import { realCode } from "./machines.ts";
import { simulated } from "../../../server/test/simulation/platform.ts";

const small = Object.entries(bounded).filter(([, { isSmall }]) => isSmall);
const runs = 300;
/** Each change has others in CI. `PROVISO_FUZZ_SEED=7` gives the same again. */
const seed = process.env["PROVISO_FUZZ_SEED"];

test.each(pieceOf(small, 2))(
  "in no history of %s does anything happen twice",
  async (_, { setup, bounds }) => {
    const part = seed === undefined ? undefined : { runs, random: seeded(Number(seed)) };
    const { violation, states } = await simulated(() =>
      explore(() => boundedWorld(setup, bounds, realCode), undefined, part),
    );
    expect(violation).toBeUndefined();
    expect(states).toBeGreaterThan(100);
  },
);

// All histories within these bounds, one of them in CI. `./x bench simulate bounded` has wider ones.
import { expect, test } from "vitest";
import { pieceOf } from "../../../../tooling/piece-of.ts";
import { explore } from "../../../server/test/simulation/explore.ts";
import { bounded } from "./bounded.ts";
import { boundedWorld } from "./bounded-world.ts";
import { realCode } from "./machines.ts";
import { simulated } from "../../../server/test/simulation/platform.ts";

const small = Object.entries(bounded).filter(([, { isSmall }]) => isSmall);

test.each(pieceOf(small, 1))(
  "in no history of %s does anything happen twice",
  { timeout: 1_200_000 },
  async (_, { setup, bounds }) => {
    const { violation, states } = await simulated(() => explore(() => boundedWorld(setup, bounds, realCode)));
    expect(violation).toBeUndefined();
    expect(states).toBeGreaterThan(100);
  },
);

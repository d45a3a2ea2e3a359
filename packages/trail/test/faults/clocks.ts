import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { startCluster } from "@proviso/postgres";
import type { Answer, Outcome } from "../../../server/src/api/outcome.ts";
import type { ReplicaCall } from "../postgres/fixtures/replica-tools.ts";
import { summary } from "../../../server/test/sample.ts";
import { seeded } from "../../../server/test/soak/soak-client.ts";
import { inFolder, none, type Trial } from "./trial.ts";

const program = new URL("../postgres/fixtures/skewed-replica.ts", import.meta.url).pathname;
/** Keys and questions live for a minute; clocks are wrong by up to an hour. */
const maxSkewMs = 60 * 60_000;

/** Server processes over one PostgreSQL whose clocks are wrong: each knows every outcome, and each accepts an answer to a question. */
export const skewedClocks: Trial = ({ rounds, seed }) =>
  inFolder(async (folder) => {
    const cluster = await startCluster();
    try {
      const connectionString = await cluster.createDatabase();
      const file = join(folder, "effects");
      const random = seeded(seed);
      const wrong: string[] = [];
      const call = async (made: ReplicaCall): Promise<readonly [outcome: Outcome, skew: string]> => {
        const skew = String(Math.round((random() * 2 - 1) * maxSkewMs));
        const given = [program, connectionString, file, skew, JSON.stringify(made)];
        const { stdout } = await promisify(execFile)(process.execPath, given);
        return [JSON.parse(stdout) as Outcome, skew];
      };
      const expectWord = async (made: ReplicaCall, word: string): Promise<void> => {
        const [outcome, skew] = await call(made);
        if (summary(outcome) !== word)
          wrong.push(`${made.options.text} at ${skew} ms: ${summary(outcome)}, not ${word}`);
      };
      for (let round = 0; round < rounds; round++) {
        const create: ReplicaCall = { tool: "notes.create", options: { text: `created ${round}` } };
        await expectWord(create, "completed");
        await expectWord(create, "replayed");
        const options = { text: `published ${round}`, canAsk: true };
        const [asked] = await call({ tool: "notes.publish", options });
        if (asked.kind !== "input_required") {
          wrong.push(`nobody was asked: ${summary(asked)}`);
          continue;
        }
        const answer: Answer = { state: asked.state, action: "accept", content: { confirm: true } };
        await expectWord({ tool: "notes.publish", options: { ...options, answer } }, "completed");
        await expectWord(
          { tool: "notes.publish", options: { ...options, answer } },
          "refused confirmation_unanswered",
        );
      }
      const effects = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
      return [
        { what: "effects", figure: effects.length },
        none(
          "effects that happened twice",
          effects.filter((each, at) => effects.indexOf(each) !== at),
        ),
        none("answers that depend on a clock", wrong),
      ];
    } finally {
      await cluster.remove();
    }
  });

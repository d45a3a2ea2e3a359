import { join } from "node:path";
import { sqliteAudit } from "@proviso/trail";
import { expect, test } from "vitest";
import { contractsOf, folderOf, replay } from "./run-replay.ts";
import { shop, type Edit } from "./truth/contracts.ts";
import { runScript, start } from "./truth/run-script.ts";
import { script } from "./truth/script.ts";

const asksAboutLooks: Edit = [
  "look",
  "riskLevel: low",
  "riskLevel: high\n    autonomousExecution: false\n    confirmation: always",
];
const asksNobody: Edit = ["note", 'confirmation: { when: "size(input.text) > 4" }', "confirmation: never"];

/** A verified trail in SQLite of forty calls. */
async function trailFile(): Promise<string> {
  const file = join(folderOf({}), "proviso.sqlite");
  const sink = sqliteAudit({ file });
  await runScript(shop(), script(3, 40, Date.parse(start)), sink);
  await sink.close();
  return file;
}

test("calls of a SQLite trail are judged, summed up and shown", async () => {
  const words = [
    "--trail",
    await trailFile(),
    "--contracts",
    contractsOf(asksAboutLooks),
    "--was",
    contractsOf(),
  ];
  const { code, out } = await replay(...words);
  expect(code).toBe(0);
  expect(out.replaceAll(/\b[0-9a-f]{8} at/g, "ID at")).toMatchInlineSnapshot(`
    "40 calls from 2026-01-01T08:02:53.854Z to 2026-01-01T09:27:06.095Z, none of them made again

    calls  verdict
    34     same      decided the same
    6      now-asks  would now ask a person

    changed   tool       then  calls  the first of them
    now-asks  shop.look  ran   6      ID at 2026-01-01T08:08:57.873Z by ada

    tool         calls  same  now-asks
    shop.close   6      6     0
    shop.look    6      0     6
    shop.mail    6      6     0
    shop.note    5      5     0
    shop.pay     5      5     0
    shop.refund  4      4     0
    shop.share   4      4     0
    shop.tag     4      4     0

    caller  calls  same  now-asks
    ben     19     18    1
    ada     11     9     2
    cyd     9      6     3
    dan     1      1     0"
  `);
  const { telling, ...report } = JSON.parse((await replay(...words, "--json")).out);
  expect(report.verdicts).toEqual({ same: 34, "now-asks": 6 });
  expect(telling).toHaveLength(1);
  expect(await replay(...words, "--format", "json")).toEqual(await replay(...words, "--json"));
  const { out: comment } = await replay(...words, "--format", "markdown");
  expect(comment.replaceAll(/`[0-9a-f]{8}` at/g, "ID at")).toMatchInlineSnapshot(`
    "### Recorded calls: 6 of 40 would be decided otherwise

    | Calls | Verdict | Meaning |
    | --- | --- | --- |
    | 34 | same | decided the same |
    | 6 | now-asks | would now ask a person |

    | Changed | Tool | Then | Calls | First |
    | --- | --- | --- | --- | --- |
    | now-asks | \`shop.look\` | ran | 6 | ID at 2026-01-01T08:08:57.873Z |

    From 2026-01-01T08:02:53.854Z to 2026-01-01T09:27:06.095Z; no call was made again."
  `);
});

test("--fail-on gives an exit code for CI, --tool and --since choose calls", async () => {
  const words = ["--trail", await trailFile(), "--contracts", contractsOf(asksNobody)];
  expect((await replay(...words, "--fail-on", "now-runs")).code).toBe(1);
  expect((await replay(...words, "--fail-on", "now-asks", "--fail-on", "now-refused")).code).toBe(0);
  expect((await replay(...words, "--fail-on", "now-runs", "--tool", "shop.look")).code).toBe(0);
  const later = await replay(...words, "--since", "2026-01-01T09:00:00Z", "--json");
  expect(JSON.parse(later.out).calls).toBeLessThan(40);
});

test("a wrong command line, trail or contract is an error that says what to do", async () => {
  const trail = await trailFile();
  const contracts = contractsOf();
  const check = async (expected: string, ...words: readonly string[]) => {
    const { code, err } = await replay(...words);
    expect([code, err]).toEqual([2, expect.stringContaining(expected)]);
  };
  await check("write proviso replay --trail SOURCE --contracts FOLDER", "--trail", trail);
  await check("there is no verdict `same`", "--trail", trail, "--contracts", contracts, "--fail-on", "same");
  await check(
    "`--format` takes one of `text`, `json`, `markdown`, and not `xml`",
    "--trail",
    trail,
    "--contracts",
    contracts,
    "--format",
    "xml",
  );
  await check("`--since` must be a time", "--trail", trail, "--contracts", contracts, "--since", "monday");
  await check("there is no file", "--trail", "no.sqlite", "--contracts", contracts);
  await check("there is no folder", "--trail", trail, "--contracts", "nowhere");
  const broken = folderOf({ "contracts/a.yaml": "proviso: 1\ndomain: a\n" });
  await check("have errors", "--trail", trail, "--contracts", broken);
});

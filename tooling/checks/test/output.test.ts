import { describe, expect, it } from "vitest";
import { readSources } from "../src/workspace.ts";

const sources = readSources(["packages/*/src/**/*.ts", "apps/*/src/**/*.ts"], /node_modules|dist|generated/);

/** Code without comments and without texts in quotes, which may show code. */
const code = (text: string): string =>
  text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "").replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""');

const files = (matches: RegExp, isException: (text: string) => boolean = () => false): readonly string[] =>
  sources.filter(({ text }) => matches.test(code(text)) && !isException(text)).map(({ path }) => path);

const writes = /\bconsole\.\w+\(|\bstd(?:out|err)\.write\(|\bstd(?:out|err) : process\.std/;
const prints = (text: string): boolean =>
  /import \{[^}]*\bprinted\b[^}]*\} from "(?:@proviso\/terminal|\.\/printed\.ts)"/.test(text);

describe("what a program prints", () => {
  it("goes through `printed`, which escapes all that is not ours", () =>
    expect(files(writes, prints)).toEqual([
      // Addresses and messages of the samples' own.
      "apps/sample-server/src/main.ts",
      "apps/sample-server/src/program/inbox-listener.ts",
      "apps/sample-server/src/program/print-link.ts",
      "apps/sample-web/src/main.ts",
      // Warnings of DBOS in an operator's process.
      "packages/dbos/src/dbos.ts",
      // Code that is shown.
      "packages/emitters/src/outputs/client/readme.ts",
      // Faults of an inbox in an operator's process.
      "packages/inbox/src/inbox/approval-inbox.ts",
      "packages/inbox/src/inbox/mount.ts",
      // A usage text, and the log of the protocol.
      "packages/language-server/src/main.ts",
      "packages/language-server/src/protocol/serve.ts",
      // Faults of a server in an operator's process, which has its own log.
      "packages/server/src/gate/discarding-audit.ts",
      "packages/server/src/gate/report-fault.ts",
      "packages/server/src/serve/serve-until-stopped.ts",
      "packages/server/src/stores/outage.ts",
      // Code that is shown.
      "packages/site/src/calls/call-code.ts",
      // Beside Astro, which prints by itself.
      "packages/site/src/main.ts",
      "packages/site/src/program/run-site.ts",
    ]));
  it("is written by these files, which escape it", () =>
    expect(files(writes, (text) => !prints(text))).toEqual([
      "apps/sample-client/src/demo/main.ts",
      "apps/sample-client/src/session/connect.ts",
      "apps/sample-client/src/session/session.ts",
      "apps/sample-server/src/program/print-dunning.ts",
      "packages/terminal/src/print/process-streams.ts",
      "packages/trail/src/main.ts",
    ]));
  it("gets its colours from `paints`", () =>
    expect(files(/\.createColors|\bstyleText\(|\\u001b\[\$|\\x1b/)).toEqual([
      // Escapes what it prints; `styled` marks its colours.
      "packages/compiler/src/report/human.ts",
      "packages/terminal/src/print/printed.ts",
    ]));
});

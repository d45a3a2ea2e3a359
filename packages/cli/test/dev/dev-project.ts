import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const packages = fileURLToPath(new URL("../../..", import.meta.url));
const proviso = join(packages, "cli/bin/proviso.js");

/** What the project of `proviso init` installs, and where this repository has it. */
const installed: Readonly<Record<string, string>> = {
  "@proviso/server": "server",
  "@proviso/trail": "trail",
  "@proviso/replay": "replay",
  "@proviso/inbox": "inbox",
  "@proviso/codemode": "codemode",
  "@proviso/client": "client",
  "@proviso/manifest": "manifest",
  proviso: "cli",
  typescript: "server/node_modules/typescript",
  "@types/node": "server/node_modules/@types/node",
  "@modelcontextprotocol/server": "server/node_modules/@modelcontextprotocol/server",
  "@modelcontextprotocol/client": "server/node_modules/@modelcontextprotocol/client",
  ".bin/proviso": "cli/bin/proviso.js",
  ".bin/tsc": "server/node_modules/typescript/bin/tsc",
};

export interface DevProject {
  readonly root: string;
  /** The address with the token. */
  readonly url: string;
  edit(path: string, change: (text: string) => string): void;
  /** Waits until it prints this. */
  says(wanted: RegExp): Promise<string>;
  /** Ends it with SIGINT and returns its exit code. */
  stop(): Promise<number | null>;
}

const initWords = ["init", "--yes", "--product", "notes-app"];

/**
 * A project of `proviso init`, or of another command with `files`, changed by `prepare`, in which `proviso dev` runs until the test
 * ends.
 */
export async function startDev(
  prepare: (edit: DevProject["edit"]) => void = () => {},
  words: readonly string[] = initWords,
  files: Readonly<Record<string, string>> = {},
): Promise<DevProject> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "proviso-dev-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const made = spawnSync(process.execPath, [proviso, ...words], { cwd: root });
  if (made.status !== 0) throw new Error(String(made.stderr));
  for (const [name, place] of Object.entries(installed)) {
    mkdirSync(dirname(join(root, "node_modules", name)), { recursive: true });
    symlinkSync(join(packages, place), join(root, "node_modules", name));
  }
  const edit: DevProject["edit"] = (file, change) =>
    writeFileSync(join(root, file), change(readFileSync(join(root, file), "utf8")));
  prepare(edit);
  const path = [join(root, "node_modules/.bin"), dirname(process.execPath), process.env["PATH"]].join(":");
  const child = spawn(process.execPath, [proviso, "dev"], {
    cwd: root,
    env: {
      ...process.env,
      PATH: path,
      PORT: String(await freePort()),
      TOKEN: "secret",
      npm_config_user_agent: "npm/11.0.0",
    },
  });
  const exited = once(child, "exit");
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (printed += text));
  const stop = async (): Promise<number | null> => {
    child.kill("SIGINT");
    const [code] = (await exited) as [number | null];
    return code;
  };
  onTestFinished(async () => void (await stop()));
  const says = async (wanted: RegExp): Promise<string> => {
    for (;;) {
      const found = wanted.exec(printed);
      if (found) {
        printed = printed.slice(found.index + found[0].length);
        return found[0];
      }
      if (child.exitCode !== null) throw new Error(`it ended without ${wanted}:\n${printed}`);
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
  };
  const url = await says(/http:\/\/127\.0\.0\.1:\d+\/#\S+/);
  return {
    root,
    url,
    edit,
    says,
    stop,
  };
}

/** The project's server listens there, so that tests can run at the same time. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** What pictures are taken of, while it runs. */
export interface Served {
  readonly url: string;
  /** What is on a page as soon as it shows everything. */
  readonly ready: string;
  close(): Promise<void>;
}

/** The built site. */
export async function serveSite(): Promise<Served> {
  const app = join(root, "apps/docs");
  const preview = start([join(app, "node_modules/astro/bin/astro.mjs"), "preview", "--port", "0"], app);
  return { url: await preview.said(/http:\/\/localhost:\d+\//), ready: "main", close: preview.close };
}

/** The inspector of the sample, on fresh data. */
export async function serveInspector(): Promise<Served> {
  const data = await mkdtemp(join(tmpdir(), "proviso-pictures-"));
  const server = join(root, "apps/sample-server/bin/backoffice-server.js");
  const run = ["--run", server, "--http", "0", "--data", data];
  const dev = start([join(root, "packages/cli/bin/proviso.js"), "dev", ...run], root);
  return {
    url: await dev.said(/http:\/\/127\.0\.0\.1:\d+\/#\S+/),
    ready: '#status[data-state="running"]',
    async close() {
      await dev.close();
      await rm(data, { recursive: true, maxRetries: 5 });
    },
  };
}

interface Started {
  /** Waits for what it prints. */
  said(wanted: RegExp): Promise<string>;
  close(): Promise<void>;
}

function start(args: readonly string[], cwd: string): Started {
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NO_COLOR: "1" },
  });
  const exited = once(child, "exit");
  let printed = "";
  return {
    async said(wanted) {
      for await (const part of child.stdout?.setEncoding("utf8").iterator({ destroyOnReturn: false }) ?? []) {
        printed += String(part);
        const found = wanted.exec(printed)?.[0];
        if (found !== undefined) {
          child.stdout?.resume();
          return found;
        }
      }
      throw new Error(`${args.join(" ")} ended without ${wanted}:\n${printed}`);
    },
    async close() {
      child.kill("SIGINT");
      await exited;
    },
  };
}

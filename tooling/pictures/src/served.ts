import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openBackoffice, seededPrincipal } from "backoffice-server";

export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** What pictures are taken of, while it runs. */
export interface Served {
  readonly url: string;
  /** A selector that matches once a page shows everything. */
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

/** The inbox of the sample, where Mia signs in and two calls of her agent wait. */
export async function serveInbox(): Promise<Served> {
  const data = await mkdtemp(join(tmpdir(), "proviso-pictures-"));
  const listener = createServer((request, response) => void backoffice.inbox?.handle(request, response));
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/approvals`;
  const backoffice = await openBackoffice(join(data, "backoffice"), undefined, url);
  const mia = seededPrincipal("mia", new Date());
  if (!mia || !backoffice.inbox) throw new Error("the sample has no Mia, or no inbox");
  for (const [tool, input] of waiting) await backoffice.server.invoke(tool, input, { principal: mia });
  return {
    url: await backoffice.inbox.signInLink({ principal: { ...mia, kind: "user" } }),
    ready: "main",
    async close() {
      listener.closeAllConnections();
      await new Promise<void>((resolve) => listener.close(() => resolve()));
      await backoffice.close();
      await rm(data, { recursive: true, maxRetries: 5 });
    },
  };
}

const waiting = [
  ["customers.delete", { customerId: "cus_0005", reason: "requested_by_customer" }],
  [
    "emails.send_external",
    { to: ["clara.vogel@example.com"], subject: "Your account", body: "We have erased your data." },
  ],
] as const;

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

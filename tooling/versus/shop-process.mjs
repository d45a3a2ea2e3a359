// One contender as a process of its own over a data folder of its own, and the calls that a check makes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../identity/src/free-port.ts";
import { connectMcp } from "./mcp-calls.mjs";
import { connectInProcess } from "./in-process-calls.mjs";
import { node } from "./contenders.mjs";

const accepts = (port) =>
  new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1", () => resolve(true));
    socket.on("connect", () => socket.destroy()).on("error", () => resolve(false));
  });

/** A started contender. `open` starts another process over the same data. */
export class ShopProcess {
  static async start(contender, options = {}) {
    const folder = mkdtempSync(join(tmpdir(), "proviso-versus-"));
    return await new ShopProcess(contender, folder).open(options);
  }

  constructor(contender, folder) {
    this.contender = contender;
    this.folder = folder;
    this.database = join(folder, "shop.sqlite");
    this.connections = new Map();
    this.others = [];
  }

  async open({ crash = false } = {}) {
    this.port = await freePort();
    const [program, ...flags] = node;
    const env = {
      ...process.env,
      SHOP_CRASH: crash ? "1" : "0",
      NODE_ENV: "production",
      MCP_USE_ANONYMIZED_TELEMETRY: "false",
    };
    const argv = [...flags, ...this.contender.argv(this.database, this.port)];
    this.child = spawn(program, argv, { env, cwd: this.folder, stdio: ["ignore", "pipe", "pipe"] });
    this.log = "";
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.on("data", (text) => (this.log += text));
    for (let tries = 0; !(await accepts(this.port)); tries++) {
      if (this.child.exitCode !== null || tries > 400)
        throw new Error(`${this.contender.title} does not start:\n${this.log}`);
      await sleep(25);
    }
    this.connections.clear();
    return this;
  }

  /** A second process over the same data. */
  async sibling() {
    const other = await new ShopProcess(this.contender, this.folder).open();
    this.others.push(other);
    return other;
  }

  /** `person`: how the person answers; absent, the client cannot ask. Returns `{ isError, text, data, code, asked }`. */
  async call(tool, input, { as = "agent-token", person } = {}) {
    const connection = await this.connect(as, person);
    return await connection.call(tool, input);
  }

  async connect(as = "agent-token", person = undefined) {
    const key = `${as} ${person?.name ?? ""}`;
    const connect = this.contender.kind === "mcp" ? connectMcp : connectInProcess;
    if (!this.connections.has(key)) this.connections.set(key, await connect(this.port, as, person));
    return this.connections.get(key);
  }

  /** What the shop really did, `what` of one kind. */
  done(what, subject) {
    const database = new DatabaseSync(this.database, { readOnly: true });
    const rows = database.prepare("SELECT what, subject, cents FROM done").all();
    database.close();
    return rows.filter((row) => row.what === what && (subject === undefined || row.subject === subject));
  }

  /** Milliseconds of processor time since the start, from the kernel. */
  cpuMs() {
    const stat = readFileSync(`/proc/${this.child.pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(stat[11]) + Number(stat[12])) * 10;
  }

  async kill(signal = "SIGKILL") {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = once(this.child, "exit");
      this.child.kill(signal);
      await ended;
    }
    return this.child.exitCode;
  }

  async close() {
    for (const connection of this.connections.values()) await connection.close().catch(() => {});
    for (const other of this.others) await other.kill();
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

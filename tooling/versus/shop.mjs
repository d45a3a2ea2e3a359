// The shop behind every server of this comparison: five operations on one SQLite file. It knows nothing of MCP, asks nobody and
// checks nothing but that the order exists, as the code that teams already have. SHOP_CRASH=1 ends the process right after a payment.
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

export function openShop(file) {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000;
    CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, cents INTEGER, customer TEXT);
    CREATE TABLE IF NOT EXISTS done (id INTEGER PRIMARY KEY, what TEXT, subject TEXT, cents INTEGER);
    INSERT OR IGNORE INTO orders VALUES ('ord_1', 4200, 'ada@example.com'), ('ord_2', 900, 'bob@example.com'),
      ('ord_odd', -1, 'eve@example.com');`);
  const orderOf = database.prepare("SELECT id, cents, customer FROM orders WHERE id = ?");
  const note = database.prepare("INSERT INTO done (what, subject, cents) VALUES (?, ?, ?)");

  return {
    /** The order, or undefined. `ord_odd` is data that breaks the promised output: its amount is negative. */
    order(id) {
      const row = orderOf.get(id);
      return row && { orderId: row.id, cents: row.cents, customer: row.customer };
    },
    /** Pays. The payment takes 200 ms, as over a network; one whose order begins with `ord_slow` takes 4 s. */
    async refund(orderId, cents) {
      note.run("refund started", orderId, cents);
      await sleep(orderId.startsWith("ord_slow") ? 4_000 : 200);
      const { lastInsertRowid } = note.run("refund", orderId, cents);
      if (process.env.SHOP_CRASH === "1") process.kill(process.pid, "SIGKILL");
      return { refundId: `ref_${lastInsertRowid}` };
    },
    /** Sends. An address at `broken.example` fails as libraries fail: with a text that names the server's own files. */
    send(to) {
      if (to.endsWith("@broken.example")) throw new Error(`SMTP: cannot read ${file}.smtp-password`);
      const { lastInsertRowid } = note.run("mail", to, 0);
      return { messageId: `msg_${lastInsertRowid}` };
    },
    erase(customer) {
      note.run("erase", customer, 0);
      return { erased: true };
    },
    reviews(query, limit) {
      return { reviews: Array.from({ length: limit }, (_, i) => `Review ${i + 1} about ${query}`) };
    },
  };
}

/** The callers of the comparison by bearer token, with what each may do. */
export const callers = {
  "agent-token": { id: "agent", scopes: ["orders:read", "payments:refund", "mail:send", "reviews:read"] },
  "reader-token": { id: "reader", scopes: ["orders:read", "reviews:read"] },
  "admin-token": {
    id: "admin",
    scopes: ["orders:read", "payments:refund", "mail:send", "reviews:read", "customers:erase"],
  },
  "expired-token": { id: "agent", scopes: ["orders:read", "payments:refund"], isExpired: true },
};

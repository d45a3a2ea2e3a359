import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCluster, type Cluster } from "@proviso/postgres";
import { postgresStore } from "../../../server/src/stores/postgres.ts";
import { postgresAudit } from "../../src/trail/postgres-audit.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.remove());

test.each(["LATIN1", "SQL_ASCII"])(
  "a database that stores text as %s is refused at start",
  async (encoding) => {
    const url = await cluster.createDatabase();
    const name = `in_${encoding.toLowerCase()}`;
    const client = new Client(url);
    await client.connect();
    await client.query(`create database ${name} encoding '${encoding}' template template0`);
    await client.end();
    const connectionString = url.replace(/test_\d+/, name);
    const says = `the PostgreSQL database cannot be used: its encoding is ${encoding}, which cannot hold all Unicode characters: make another database with \`createdb --encoding=UTF8`;
    await expect(postgresStore({ connectionString })).rejects.toThrow(says);
    await expect(postgresAudit({ connectionString })).rejects.toThrow(says);
  },
);

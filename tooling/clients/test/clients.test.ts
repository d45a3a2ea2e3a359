import { expect, test } from "vitest";
import { pieceOf } from "../../piece-of.ts";
import { clients, type TriedClient } from "./clients.ts";
import { clientsPage } from "./clients-page.ts";
import { playClient, type Observed } from "./play-client.ts";
import { withSampleServer } from "./with-sample-server.ts";

const page = "../../../apps/docs/src/content/docs/clients.mdx";

const all = clients.flatMap((client) => client.ways.map((way) => ({ client, way, title: client.title })));
/** Every other: one way at least of a client that has several. */
const runs = pieceOf(all, all.length / 2);
const lists: (readonly string[])[] = [];

function expectedOf({ confirm }: TriedClient): Observed {
  return { list: "yes", read: "yes", dryRun: "yes", alone: "refused", confirm, later: "yes" };
}

test.concurrent.each(runs)("$title over $way", async ({ client, way }) => {
  const { names, ...seen } = await withSampleServer(way, false, (target) =>
    withSampleServer(way, true, (waiting) => playClient(client.driver, target, waiting)),
  );
  lists.push(names.map((name) => name.replace(/^backoffice_/, "")).toSorted());
  expect(seen).toEqual(expectedOf(client));
});

test("every client lists the same tools", () => {
  expect(lists).toHaveLength(runs.length);
  for (const list of lists) expect(list).toEqual(lists[0]);
});

test("the page on clients says what is expected of each above; `./x clients -u` rewrites it", async () => {
  const tried = all.map((run) => ({ ...run, seen: expectedOf(run.client) }));
  await expect(clientsPage(clients, tried)).toMatchFileSnapshot(page);
});

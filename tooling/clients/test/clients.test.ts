import { expect, test } from "vitest";
import { clients } from "./clients.ts";
import { clientsPage, type Tried } from "./clients-page.ts";
import { playClient } from "./play-client.ts";
import { withSampleServer } from "./with-sample-server.ts";

const page = "../../../apps/docs/src/content/docs/clients.mdx";

const runs = clients.flatMap((client) => client.ways.map((way) => ({ client, way, title: client.title })));
const results = new Map<(typeof runs)[number], Tried & { readonly names: readonly string[] }>();

test.concurrent.each(runs)("$title over $way", async (run) => {
  const { client, way } = run;
  const { driver, confirm } = client;
  const { names, ...seen } = await withSampleServer(way, false, (target) =>
    withSampleServer(way, true, (waiting) => playClient(driver, target, waiting)),
  );
  results.set(run, { client, way, names, seen });
  expect(seen).toEqual({ list: "yes", read: "yes", dryRun: "yes", alone: "refused", confirm, later: "yes" });
});

test("every client lists the same tools", () => {
  const lists = [...results.values()].map(({ names }) =>
    names.map((name) => name.replace(/^backoffice_/, "")).toSorted(),
  );
  expect(lists).toHaveLength(runs.length);
  for (const list of lists) expect(list).toEqual(lists[0]);
});

test("the page on clients says what was seen; `./x clients -u` rewrites it", async () => {
  const tried = runs.flatMap((run) => results.get(run) ?? []);
  await expect(clientsPage(clients, tried)).toMatchFileSnapshot(page);
});

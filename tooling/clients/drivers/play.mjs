// play.mjs DRIVER TARGET  plays the same scenes through one client and prints what was seen, as a line of JSON.
// DRIVER is a file in clients/. TARGET is JSON: `{ command, args, env }` or `{ url, token }`; with `approve`, the program with which
// a person approves, a call is approved there instead.
import { playScenes, playWaiting } from "./scenes.mjs";

const [driver, target] = process.argv.slice(2);
const client = await import(new URL(`clients/${driver}.mjs`, import.meta.url));
const given = JSON.parse(target);
const seen = given.approve ? { later: await playWaiting(client, given) } : await playScenes(client, given);
process.stdout.write(`${JSON.stringify(seen)}\n`, () => process.exit(0)); // some clients keep sockets open

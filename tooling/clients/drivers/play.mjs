// play.mjs DRIVER TARGET  plays the same scenes through one client and prints what was seen, as a line of JSON.
// DRIVER is a file in clients/. TARGET is JSON: `{ command, args, env }` or `{ url, token }`; `waiting` is another one, with
// `approve`, the program with which a person approves a call. Without a token, a person signs in at the issuer that the client finds.
import { playScenes, playSigningIn, playWaiting } from "./scenes.mjs";

const [driver, target] = process.argv.slice(2);
const client = await import(new URL(`clients/${driver}.mjs`, import.meta.url));
const given = JSON.parse(target);
const play = async () => ({
  ...(await playScenes(client, given)),
  later: await playWaiting(client, given.waiting),
});
const seen = given.callback ? await playSigningIn(client, given) : await play();
process.stdout.write(`${JSON.stringify(seen)}\n`, () => process.exit(0)); // some clients keep sockets open

// browser.ts ADDRESS LOGIN  is the browser of a person who signs in and agrees: for programs that open one.
import { consent } from "./consent.ts";

const [address = "", login = ""] = process.argv.slice(2);
await fetch(await consent(address, login));

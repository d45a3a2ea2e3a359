// Compares five tools on Proviso and on other frameworks: forty checks, lines, processor time, bytes.
// -u writes the page of the site.
await import("../versus/versus.mjs");

import { html, type Html } from "@proviso/manifest";

/** The style sheet of the page. It has no quotes and no `<`, so it may stand in a template as it is. */
export const pageStyle: Html = html`
  :root { color-scheme: light dark; --refuted: light-dark(#b3261e, #ff8a82); --survived: light-dark(#17713f,
  #5cc98b); --unobservable: light-dark(#55555f, #b4b4c0); --line: light-dark(#d5d5dd, #3a3a45); } * {
  box-sizing: border-box; } body { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem; background:
  light-dark(#ffffff, #17171c); color: light-dark(#1d1d22, #ececf1); font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere; } h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; } h2 { margin: 2rem 0
  0.6rem; font-size: 1.15rem; } p { margin: 0.3rem 0; } code { font-family: ui-monospace, monospace;
  font-size: 0.85em; } dl { display: grid; grid-template-columns: minmax(4.5rem, max-content) 1fr; gap: 0.2rem
  1rem; } dd { margin: 0; } dt, small { color: var(--unobservable); } section > ul { margin: 0; padding: 0;
  list-style: none; } section > ul > li { margin: 0 0 0.6rem; padding: 0.6rem 0.8rem; border: 1px solid
  var(--line); border-inline-start: 4px solid var(--line); border-radius: 0.3rem; } ol { margin: 0.3rem 0;
  padding-inline-start: 1.4rem; } .refuted { border-inline-start-color: var(--refuted); } .survived {
  border-inline-start-color: var(--survived); border-inline-start-style: double; } .refuted strong { color:
  var(--refuted); } .survived strong { color: var(--survived); } .unobservable strong { color:
  var(--unobservable); }
`;

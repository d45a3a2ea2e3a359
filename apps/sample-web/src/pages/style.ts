/** One style sheet, light and dark, without fonts or pictures of other hosts. */
export const style = `
:root { color-scheme: light dark; --bg: #f6f7f9; --card: #fff; --ink: #16191f; --soft: #555e6e; --line: #d5d9e0; --accent: #1a4fd0; --on-accent: #fff; --danger: #b3261e; --on-danger: #fff; --ok: #17713f; --warn: #8f5600; }
@media (prefers-color-scheme: dark) { :root { --bg: #14161a; --card: #1d2026; --ink: #eceef2; --soft: #a9b1bf; --line: #3a404b; --accent: #8ab0ff; --on-accent: #0d1a33; --danger: #ff8f87; --on-danger: #330a07; --ok: #6fd39b; --warn: #f0b455; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; min-height: 100vh; display: flex; flex-direction: column; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; padding: .75rem clamp(1rem, 4vw, 2.5rem); background: var(--card); border-bottom: 1px solid var(--line); }
.brand { font-weight: 700; color: inherit; text-decoration: none; } .brand span { font-weight: 400; color: var(--soft); }
.who { margin-inline-start: auto; display: flex; gap: .75rem; align-items: center; }
main { width: 100%; max-width: 62rem; margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 3rem; flex: 1; }
footer { padding: 1rem clamp(1rem, 4vw, 2.5rem); color: var(--soft); font-size: .875rem; border-top: 1px solid var(--line); }
h1 { font-size: 1.75rem; line-height: 1.2; margin: .5rem 0 1rem; overflow-wrap: anywhere; } h2 { font-size: 1.15rem; margin: 0 0 .75rem; }
a { color: var(--accent); } :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; inset-inline-start: -100vw; } .skip:focus { inset-inline-start: 1rem; top: .5rem; background: var(--card); padding: .5rem; }
section, .card { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1.25rem; margin: 1.25rem 0; }
section.danger, .refused { border-inline-start: 5px solid var(--danger); }
.notice { background: var(--card); border: 1px solid var(--line); border-inline-start: 5px solid var(--ok); border-radius: .6rem; padding: .75rem 1rem; margin: 0 0 1rem; }
table { width: 100%; border-collapse: collapse; background: var(--card); border: 1px solid var(--line); } th, td { text-align: start; padding: .6rem .9rem; border-bottom: 1px solid var(--line); } thead th { color: var(--soft); font-size: .875rem; font-weight: 600; } tbody th { font-weight: 500; }
td { overflow-wrap: anywhere; } .status { font-size: .875rem; font-weight: 600; } .status.active { color: var(--ok); } .status.paused { color: var(--warn); } .status.closed { color: var(--soft); }
.filter { display: flex; flex-wrap: wrap; gap: .4rem; } .filter a { padding: .25rem .8rem; border: 1px solid var(--line); border-radius: 1rem; text-decoration: none; } .filter a[aria-current] { background: var(--accent); color: var(--on-accent); border-color: var(--accent); }
dl { display: grid; gap: .35rem; margin: 0; } dl div { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: .75rem; } dt { color: var(--soft); overflow-wrap: anywhere; } dd { margin: 0; overflow-wrap: anywhere; } ul + dl { margin-top: 1rem; padding-top: 1rem; border-top: 1px solid var(--line); }
label { display: block; font-weight: 600; margin-bottom: .3rem; } textarea, select, input { font: inherit; color: inherit; background: var(--bg); border: 1px solid var(--soft); border-radius: .4rem; padding: .5rem .6rem; max-width: 100%; } textarea { width: 100%; display: block; margin-bottom: .75rem; }
button, .more { font: inherit; font-weight: 600; display: inline-block; border: 1px solid transparent; border-radius: .4rem; padding: .5rem 1rem; background: var(--accent); color: var(--on-accent); cursor: pointer; text-decoration: none; } button.danger { background: var(--danger); color: var(--on-danger); } button.plain, .more { background: transparent; color: var(--ink); border-color: var(--soft); }
.answer input[name=phrase] { display: block; width: 100%; max-width: 24rem; margin-bottom: .75rem; } .answer p { display: flex; flex-wrap: wrap; gap: .75rem; } select { margin: 0 .5rem .5rem 0; } dd ul { margin: 0; padding-inline-start: 1.1rem; } pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; } kbd, code, pre { font: .95em ui-monospace, monospace; background: var(--bg); border: 1px solid var(--line); border-radius: .3rem; padding: .05rem .35rem; } .tag { font-size: .8125rem; color: var(--danger); white-space: nowrap; }
.people { list-style: none; padding: 0; display: grid; gap: .75rem; } .people form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; } .people button { min-width: 11rem; }
@media (max-width: 38rem) { thead { position: absolute; clip-path: inset(50%); } tbody tr { display: block; border-bottom: 1px solid var(--line); padding: .5rem 0; } tbody th, td { display: block; border: 0; padding: .15rem .9rem; } td::before { content: attr(data-label) ": "; color: var(--soft); } dl div { grid-template-columns: 1fr; gap: 0; } }
`;

/** One style sheet, light and dark, without fonts or pictures. */
export const style = `
:root { color-scheme: light dark; --back: light-dark(#f5f6f8, #131518); --card: light-dark(#fff, #1c1f24); --ink: light-dark(#181b20, #eceef1); --soft: light-dark(#565e6a, #a6aeba); --line: light-dark(#d6dae0, #383e47); --accent: light-dark(#1d4fb8, #8fb4ff); --on-accent: light-dark(#fff, #0c1a33); --bad: light-dark(#b3201b, #ff938c); --on-bad: light-dark(#fff, #330a07); --good: light-dark(#176b34, #6fd391); --warn: light-dark(#8a5200, #f0b455); --odd: light-dark(#ffe3a3, #5a4100); --said: light-dark(#e4e9f2, #2b323d); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--back); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: .4rem 1.5rem; align-items: center; padding: .6rem clamp(1rem, 4vw, 2.5rem); background: var(--card); border-bottom: 1px solid var(--line); }
.brand { font-weight: 700; color: inherit; text-decoration: none; } .brand span { font-weight: 400; color: var(--soft); }
footer { padding: 1.5rem clamp(1rem, 4vw, 2.5rem); text-align: end; } .who { margin-inline-start: auto; display: flex; flex-wrap: wrap; gap: .3rem .75rem; align-items: center; }
main { max-width: 52rem; margin: 0 auto; padding: 1.25rem clamp(1rem, 4vw, 2.5rem) 1rem; overflow-wrap: anywhere; }
html { scroll-padding-bottom: 7rem; } h1 { font-size: clamp(1.35rem, 1.1rem + 1.6vw, 1.75rem); line-height: 1.4; margin: .25rem 0 .5rem; font-weight: 600; } h3 { font-size: 1rem; margin: 1rem 0 .3rem; } .said { font-weight: 800; background: var(--said); border-radius: .25rem; box-decoration-break: clone; -webkit-box-decoration-break: clone; } .waiting .said { font-weight: 700; } .line, .line small { display: block; } .line small { font-size: .875rem; } h2 { font-size: 1.1rem; margin: 0 0 .6rem; } .waiting h2 { font-size: 1.05rem; margin: 0; }
p { margin: .4rem 0; } a { color: var(--accent); } ul, ol { margin: .3rem 0; padding-inline-start: 1.3rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip, .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; } .skip:focus { width: auto; height: auto; clip-path: none; background: var(--card); padding: .5rem; inset: .5rem auto auto .5rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: clamp(.7rem, 3vw, 1rem) clamp(.75rem, 3.5vw, 1.15rem); margin: 1rem 0; }
.card.refused { border-inline-start: 5px solid var(--bad); } .card.done { border-inline-start: 5px solid var(--good); }
nav ul, .waiting { list-style: none; padding: 0; } nav ul { display: flex; flex-wrap: wrap; gap: .4rem; margin: .75rem 0; }
nav a { display: block; padding: .35rem .9rem; border: 1px solid var(--line); border-radius: 1.2rem; text-decoration: none; } nav a[aria-current] { background: var(--accent); color: var(--on-accent); border-color: var(--accent); }
.waiting .card { margin: .75rem 0; } .waiting a { font-weight: 650; } .soft, .kind { color: var(--soft); } .kind { font-size: .875rem; }
.tags { display: flex; flex-wrap: wrap; gap: .35rem; margin: .5rem 0; padding: 0; list-style: none; }
.tag { border: 1px solid currentColor; border-radius: .35rem; padding: 0 .45rem; font-size: .875rem; font-weight: 600; } .tag.bad, .warning { color: var(--bad); } .tag.good { color: var(--good); } .tag.warn { color: var(--warn); }
.facts, .values { margin: 0; display: grid; } .facts { gap: .3rem; } .facts > div, .values > div { display: grid; grid-template-columns: minmax(7rem, 13rem) minmax(0, 1fr); gap: .1rem 1rem; }
dt { color: var(--soft); } dd { margin: 0; } .values > div { padding: .5rem 0; border-top: 1px solid var(--line); } .values > div:first-child { border-top: 0; padding-top: 0; }
.key, .text, code, kbd { font: .95rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; } .key { color: var(--ink); font-weight: 600; } .inside { color: var(--soft); padding: 0 .35rem; }
.text, kbd { background: var(--back); border: 1px solid var(--line); border-radius: .3rem; padding: .05rem .35rem; white-space: pre-wrap; unicode-bidi: isolate; } .long { display: block; padding: .4rem .6rem; } .stored { direction: ltr; unicode-bidi: bidi-override; } kbd { font-weight: 700; user-select: all; }
.hidden { background: var(--bad); color: var(--on-bad); border-radius: .25rem; padding: 0 .25rem; font: 600 .8rem/1.4 ui-monospace, Menlo, Consolas, monospace; unicode-bidi: isolate; }   .space { color: var(--soft); border: 1px dotted var(--soft); border-radius: .25rem; padding: 0 .2rem; font: .75rem/1.3 ui-monospace, Menlo, Consolas, monospace; } mark { background: var(--odd); color: inherit; border-radius: .25rem; padding: 0 .15rem; unicode-bidi: isolate; } mark small { font-size: .75rem; }
.answer label { display: block; font-weight: 600; margin: .6rem 0 .25rem; } .answer label span { font-weight: 400; color: var(--soft); }
input, textarea, select { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--soft); border-radius: .4rem; padding: .5rem .6rem; width: 100%; } input[type=hidden] { display: none; }
button, .button { font: inherit; font-weight: 650; display: inline-block; border: 1px solid transparent; border-radius: .4rem; padding: .55rem 1.15rem; min-height: 2.75rem; background: var(--accent); color: var(--on-accent); cursor: pointer; text-decoration: none; } button.plain { background: transparent; color: var(--ink); border-color: var(--soft); } :is(.who, footer) button { min-height: 2rem; padding: .2rem .7rem; font-weight: 400; }
.lasting { list-style: none; padding: 0; font-weight: 650; } .news { border-inline-start: 5px solid var(--warn); list-style: none; padding: .3rem .9rem; margin: .75rem 0; } summary { cursor: pointer; min-height: 1.75rem; color: var(--accent); font-weight: 600; } details[open] summary { margin-bottom: .5rem; }
.foot { position: sticky; bottom: 0; margin: 0; padding: .6rem 0 max(.6rem, env(safe-area-inset-bottom)); background: var(--back); border-top: 1px solid var(--line); } @media (max-height: 26rem) { .foot { position: static; } }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; } .buttons button { flex: 1 1 7.5rem; padding-inline: .5rem; } button.no { background: transparent; color: var(--bad); border-color: var(--bad); }
#news { position: fixed; inset: auto 1rem 5rem; margin: 0 auto; width: fit-content; max-width: 90vw; background: var(--ink); color: var(--back); padding: .5rem 1rem; border-radius: .4rem; } #news:empty { display: none; }
@media (max-width: 36rem) { .facts > div, .values > div { grid-template-columns: 1fr; } .who { margin-inline-start: 0; width: 100%; justify-content: space-between; } }
`;

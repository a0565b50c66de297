/**
 * The look of the pages: two sets of colours, one column on a phone. Colours of arms (a1 to a8) differ by at least 0.08 in
 * OKLab for readers without colour blindness and, by the simulation of Machado et al. (2009), with each kind of it.
 */
export const styles = `
:root {
  --paper: #fbfaf7; --card: #ffffff; --ink: #22252a; --quiet: #676d75; --rule: #e6e3dc;
  --c1: #2f6db3; --c2: #c4622d; --c3: #3b8a5a; --c4: #8457a8; --c5: #9aa0a8;
  --a1: #2a4fc0; --a2: #ec5f0c; --a3: #6fa28a; --a4: #86107a; --a5: #665200; --a6: #2484bb; --a7: #332c32; --a8: #a05f72;
  --better: #2c7a4b; --worse: #b4452f; --better-soft: #e5f2ea; --worse-soft: #f9e9e4; --unclear-soft: #efedf3;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15171a; --card: #1c1f23; --ink: #e4e5e3; --quiet: #9aa1a9; --rule: #2e3238;
    --c1: #7db1ee; --c2: #f0a170; --c3: #7fca9c; --c4: #c6a2e6; --c5: #737a83;
    --a1: #4f86ff; --a2: #fc8a2e; --a3: #c4f2e0; --a4: #cf4fc4; --a5: #f7d648; --a6: #35d0fa; --a7: #a8a2a4; --a8: #9a6a5c;
    --better: #86d3a5; --worse: #f2998a; --better-soft: #1d3327; --worse-soft: #3b2420; --unclear-soft: #2b2833;
  }
}
* { box-sizing: border-box; margin: 0 }
body { background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; -webkit-text-size-adjust: 100% }
main { max-width: 1040px; margin: 0 auto; padding: clamp(20px, 5vw, 56px) clamp(16px, 4vw, 32px) 64px }
section { margin-top: 56px }
header + section { margin-top: 28px }
h1 { font-size: clamp(26px, 6vw, 38px); line-height: 1.15; letter-spacing: -.02em; overflow-wrap: anywhere }
h2 { font-size: 22px; letter-spacing: -.01em; margin-bottom: 14px }
h3 { font-size: 16px; font-weight: 600 }
.eyebrow { color: var(--c1); font-weight: 600; font-size: 14px }
.note, small, figure .note { color: var(--quiet); font-size: 14px; font-weight: 400 }
header .note { margin-top: 8px }
code, pre { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 12px; margin-bottom: 20px }
.card { background: var(--card); border: 1px solid var(--rule); border-radius: 12px; padding: 14px 16px }
.card b { font-size: 27px; letter-spacing: -.02em; font-variant-numeric: tabular-nums; white-space: nowrap }
.card b small { font-size: 17px; margin-left: 2px }
.card i { display: block; font-size: 15px }
.card > span { display: block; color: var(--quiet); font-size: 14px; line-height: 1.35 }
i { font-style: normal; font-weight: 600 }
.better { color: var(--better) } .worse { color: var(--worse) }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: 15px }
th { text-align: left; font-weight: 400; padding: 7px 12px 7px 0 }
thead th { color: var(--quiet); font-size: 14px }
td, th { border-bottom: 1px solid var(--rule) }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; padding: 7px 0 7px 12px }
td .error, .change .error { color: var(--quiet); font-weight: 400 }
.change { white-space: nowrap }
table + .note, .scroll + .note { margin-top: 8px } .scroll + .charts { margin-top: 16px } .note:has(+ .charts), .note:has(+ .scroll) { margin-bottom: 14px }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 380px), 1fr)); gap: 16px }
figure { background: var(--card); border: 1px solid var(--rule); border-radius: 12px; padding: 14px 14px 8px; display: flex; flex-direction: column }
.charts > figure:only-child { max-width: 512px }
figure img { align-self: flex-start; max-width: 100% }
figure svg { width: 100%; height: auto; display: block; margin-top: auto } figure svg.small { overflow: visible }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 2px 16px; font-size: 14px; margin: 6px 0 4px }
.legend li::before { content: ""; display: inline-block; width: 14px; height: 3px; border-radius: 2px; background: var(--c); vertical-align: middle; margin-right: 6px }
.legend .dotted::before { background: repeating-linear-gradient(to right, var(--c) 0 3px, transparent 3px 5.5px) }
.legend span { color: var(--quiet) } .legend b { font-weight: 600; font-variant-numeric: tabular-nums }
.c1 { --c: var(--c1) } .c2 { --c: var(--c2) } .c3 { --c: var(--c3) } .c4 { --c: var(--c4) } .c5 { --c: var(--c5) }
.ca1 { --c: var(--a1) } .ca2 { --c: var(--a2) } .ca3 { --c: var(--a3) } .ca4 { --c: var(--a4) }
.ca5 { --c: var(--a5) } .ca6 { --c: var(--a6) } .ca7 { --c: var(--a7) } .ca8 { --c: var(--a8) }
svg text { fill: var(--quiet); font-size: 11.5px; font-variant-numeric: tabular-nums }
svg .grid { stroke: var(--rule) } svg .mark { stroke: var(--quiet); stroke-dasharray: 2 4 }
svg .series path { fill: none; stroke: var(--c); stroke-width: 2; stroke-linejoin: round; stroke-linecap: round }
svg .faint path { stroke-width: 1.5; opacity: .85 }
svg .ghost path { stroke-width: 1; opacity: .38 } svg .dotted path { stroke-dasharray: 1 5 }
svg .series .band { fill: var(--c); stroke: none; opacity: .14 }
svg .label path { stroke-width: 1; opacity: .5 } svg .label .stub { stroke-width: 3; opacity: 1 } svg .label text { fill: var(--ink); font-size: 13px } svg .value { font-weight: 600 }
svg .series circle { fill: var(--card); stroke: var(--c); stroke-width: 2 } svg .error { stroke: var(--c); opacity: .55 }
svg .hover rect { fill: transparent } svg .hover rect:hover { fill: var(--ink); fill-opacity: .06 }
.save { text-align: right; font-size: 12px } .save a { color: var(--quiet) }
@media print { .save { display: none } figure, article, .card { break-inside: avoid } }
section > h3 { margin-top: 28px }
.lineage { list-style: none; padding: 0; margin-top: 10px; display: grid; gap: 10px }
.lineage li { background: var(--card); border: 1px solid var(--rule); border-radius: 12px; padding: 10px 14px; display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 12px; font-size: 14px }
.slot { color: var(--quiet); min-width: 64px; font-variant-numeric: tabular-nums }
.lineage + .note, .charts + .note { margin-top: 12px }
.version { flex-basis: 100% } .version small { display: block; font-size: 13px }
.arrow { font-size: 13px; color: var(--quiet) } .arrow::before { content: "→ " }
.arrow.harder { color: var(--c2) } .arrow.easier { color: var(--c3) }
.meter { display: inline-block; width: 44px; height: 6px; border-radius: 3px; vertical-align: middle; margin: 0 4px; background: linear-gradient(to right, var(--c1) calc(var(--share) * 100%), var(--rule) 0) }
.bars { list-style: none; padding: 0; margin: 12px 0 20px; display: grid; gap: 6px; font-size: 15px }
.bars li { display: grid; grid-template-columns: minmax(0, 12em) minmax(40px, 1fr) 3em 6em; align-items: center; gap: 8px }
.bars .meter { width: 100%; margin: 0 } .bars b { text-align: right; font-weight: 600; font-variant-numeric: tabular-nums }
.bars small { font-variant-numeric: tabular-nums }
@media (max-width: 520px) {
  th { padding-right: 0; overflow-wrap: anywhere } tbody th { min-width: 5.5em }
  .cards { grid-template-columns: repeat(2, minmax(0, 1fr)) } .card { padding: 12px }
  .card b { font-size: 24px } svg text { font-size: 14px }
  table { font-size: 14px } .n { padding-left: 8px } .n .error { display: block; font-size: 12px }
}
@media (max-width: 520px) { .bars li { grid-template-columns: 1fr auto auto; gap: 0 10px } .bars .meter { grid-column: 1 / -1; grid-row: 2 } }
.episodes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); gap: 16px; margin-top: 14px; align-items: start }
article { background: var(--card); border: 1px solid var(--rule); border-radius: 12px; padding: 16px }
article h3 code { color: var(--quiet); font-weight: 400 }
.badge { font-size: 13px; padding: 1px 8px; border-radius: 10px; background: var(--unclear-soft) }
.badge.better, .verdict.better { background: var(--better-soft) } .badge.worse, .verdict.worse { background: var(--worse-soft) }
blockquote { color: var(--quiet); font-size: 14px; border-left: 3px solid var(--rule); padding-left: 12px; margin: 10px 0 14px; white-space: pre-line }
.steps { padding: 0; list-style: none; counter-reset: step -1 }
.steps li { counter-increment: step; padding: 12px 0 12px 28px; border-top: 1px solid var(--rule); position: relative }
.steps li::before { content: counter(step); position: absolute; left: 0; top: 13px; color: var(--quiet); font-size: 13px; font-variant-numeric: tabular-nums }
.action { font-weight: 600; font-size: 15px } .observation { font-size: 14px; color: var(--quiet); white-space: pre-line }
.verdicts { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 6px; font-size: 13px; align-items: baseline }
.steps .program { padding-left: 0 } .steps .program::before { content: none }
.program pre { background: var(--paper); border: 1px solid var(--rule); border-radius: 8px; padding: 10px 12px; margin: 0 0 10px; counter-reset: line }
.program pre code { display: block; white-space: pre-wrap; padding-left: 2em; text-indent: -2em }
.program pre code::before { counter-increment: line; content: counter(line); color: var(--quiet); display: inline-block; width: 1.2em; margin-right: .8em; text-align: right; text-indent: 0 }
.tests { margin-top: 10px; font-size: 14px } .tests code { white-space: pre-wrap } .tests td { padding-top: 5px; padding-bottom: 5px; vertical-align: baseline }
.verdict { border-radius: 6px; padding: 1px 7px; font-weight: 600; background: var(--unclear-soft) }
.verdict small { font-size: 13px; color: inherit; opacity: .85 }
.verdict[title="expert"] { background: none; border: 1px solid currentColor }
.numbers { flex-basis: 100%; color: var(--quiet); font-variant-numeric: tabular-nums; white-space: nowrap }
details { border: 1px solid var(--rule); border-radius: 12px; padding: 10px 14px; margin-top: 10px; background: var(--card) }
summary { cursor: pointer; font-size: 15px } pre { overflow-x: auto; margin-top: 10px }
`

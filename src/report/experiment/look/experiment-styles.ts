/** The look of what only an experiment's page has, over that of every page. */
export const experimentStyles = `
.question { font-size: 18px; margin-top: 10px; max-width: 46em }
.arm { white-space: nowrap } .arm::before { content: ""; display: inline-block; width: 10px; height: 10px; border-radius: 3px; background: var(--c); margin-right: 6px }
.verdicts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 270px), 1fr)); gap: 12px; margin-bottom: 18px; align-items: start }
.verdicts .better, .verdicts .worse { color: inherit } .verdicts .better dt { color: var(--better) } .verdicts .worse dt { color: var(--worse) }
.verdicts dt { font-weight: 600; font-size: 15px } .verdicts dt b { margin-right: 4px; vertical-align: -2px } .verdicts dd { margin: 8px 0 0; font-size: 15px; line-height: 1.4 }
.verdicts dd small { white-space: nowrap; font-variant-numeric: tabular-nums }
.missing { border-left: 3px solid var(--c2); padding: 2px 0 2px 16px; margin-top: 18px } .missing ul { padding-left: 18px; font-size: 15px }
.forest { list-style: none; padding: 0; margin-top: 18px }
.forest li { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1.2fr) 15em; column-gap: 12px; border-top: 1px solid var(--rule) }
.forest .claim, .forest .found { padding: 12px 0; line-height: 1.35 } .forest small { display: block; font-size: 13px; margin-top: 3px }
.forest li > .claim b { font-weight: 600; font-size: 15px; color: var(--ink) } .forest .badge { color: var(--ink); display: table; margin-bottom: 4px } .forest .found { font-variant-numeric: tabular-nums } .forest .found > b { font-size: 17px } .forest .found > span:not(.badge) { font-size: 14px; margin-left: 4px }
.forest li.better, .forest li.worse { color: inherit } .forest .badge.better { color: var(--better) } .forest .badge.worse { color: var(--worse) }
.track { position: relative; margin: 0 18px; --t: var(--quiet) } .better .track { --t: var(--better) } .worse .track { --t: var(--worse) }
.track span { position: absolute; left: calc(var(--at) * 100%); top: 50% }
.track .margin { top: 0; bottom: 0; border-left: 1px dashed var(--quiet) }
.track .zero { top: 0; bottom: 0; width: 1px; background: var(--quiet); opacity: .6 }
.track .interval { left: calc(var(--low) * 100%); width: calc((var(--high) - var(--low)) * 100%); height: 8px; margin-top: -4px; border-radius: 4px; background: var(--t); opacity: .32 }
.track .cut-low { border-top-left-radius: 0; border-bottom-left-radius: 0; mask: linear-gradient(to right, transparent, #000 24px) } .track .cut-high { border-top-right-radius: 0; border-bottom-right-radius: 0; mask: linear-gradient(to left, transparent, #000 24px) }
.track .cut-low.cut-high { mask: linear-gradient(to right, transparent, #000 24px, #000 calc(100% - 24px), transparent) }
.track .seed { width: 7px; height: 7px; margin: 9px -3.5px 0; border: 1.5px solid var(--t); border-radius: 50%; opacity: .75 }
.track .mean { width: 13px; height: 13px; margin: -6.5px; border-radius: 50%; background: var(--t); border: 2px solid var(--paper) }
.forest .axis .track { grid-column: 2; height: 26px } .axis .track span { top: 4px; transform: translateX(-50%); font-size: 12px; color: var(--quiet); font-variant-numeric: tabular-nums } .forest .axis > small { padding-top: 2px; margin: 0 }
.controls { position: sticky; top: 0; z-index: 1; background: var(--paper); border-bottom: 1px solid var(--rule); padding: 12px 0; margin: 8px 0 16px; display: flex; flex-wrap: wrap; gap: 10px 28px }
fieldset { border: 0; padding: 0; min-width: 0; display: flex; flex-wrap: wrap; align-items: center; gap: 6px 14px } fieldset legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.along { gap: 0; border: 1px solid var(--rule); border-radius: 10px; background: var(--card); padding: 3px }
.along label { padding: 5px 12px; border-radius: 7px; font-size: 14px; cursor: pointer } .along input { position: absolute; opacity: 0 }
.along label:has(:checked) { background: var(--ink); color: var(--paper) } .along label:has(:focus-visible) { outline: 2px solid var(--c1); outline-offset: 1px }
.shown label { font-size: 14px; cursor: pointer; display: inline-flex; align-items: center; gap: 6px; padding: 3px 0 } .shown input { accent-color: var(--c, var(--quiet)); width: 16px; height: 16px; margin: 0 } .quiet { color: var(--quiet) }
figure.main { margin-bottom: 16px } figure.main .legend { display: none } figure.main .small { display: none }
.arms th small { display: block; font-size: 13px; max-width: 22em } .arms th:first-child { min-width: 11em } .arms thead th { vertical-align: bottom; white-space: normal } .arms thead span { display: inline-block; max-width: 7.5em }
.settings td { padding: 7px 12px 7px 0 } .settings td code { color: var(--quiet) } .settings b code { color: var(--ink); font-weight: 600 }
.arms th, .settings th { overflow-wrap: normal } .arms th:not(.n), .settings th { padding-right: 16px } .arms, .settings { width: max-content; min-width: 100% } .settings th:first-child { min-width: 10em } .settings code { overflow-wrap: normal }
.runs { list-style: none; padding: 8px 0 0; font-size: 14px; display: grid; gap: 4px } .runs .arm { white-space: normal } .runs code { color: var(--quiet); overflow-wrap: anywhere }
@media (max-width: 760px) {
  figure.main .wide { display: none } figure.main .small { display: block } figure.main .legend { display: flex }
  .controls { position: static; gap: 10px }
  .forest li { grid-template-columns: minmax(0, 1fr) } .forest .claim { padding-bottom: 4px } .forest .track { min-height: 34px } .forest .found { padding-top: 6px } .forest .axis .track { grid-column: 1 }
  .verdicts .card { padding: 12px } .arms th:first-child { min-width: 0 } .arms th small { width: 11em }
}
@media print { .controls { display: none } }
`

/** The curves of all arms, one figure a measure, each along every x axis of which the page shows one. */
import type { ExperimentResult } from '../../../experiment/results/experiment-result.ts'
import { html, type Html } from '../../../text/html.ts'
import { plot } from '../../chart/plot.ts'
import type { Series } from '../../chart/series.ts'
import { scaledAxis, xAxes } from '../look/along.ts'
import { armSeries } from '../look/arm-curve.ts'
import type { ArmLook } from '../look/arm-look.ts'
import { controls } from '../look/controls.ts'
import { measureWords, type MeasureWords } from '../look/measure-words.ts'

export function curvesPanel(result: ExperimentResult, looks: readonly ArmLook[]): Html {
  const { measures, comparisons } = result
  const words = measureWords(result)
  const main = comparisons[0]?.measure ?? measures[0]
  const others = measures.filter(measure => measure !== main)
  return html`<section class="curves">
    <h2>Curves</h2>
    <p class="note">
      Mean over the seeds of an arm, dotted where only some of them have come; the band is one standard error on either
      side, thin lines are seeds. Along episodes, tokens and time each point is at the mean of its seeds; evaluations
      are not counted, and times depend on what else the machine did.
    </p>
    ${controls(looks)} ${main === undefined ? null : figure(words(main), looks, ['wide', 'small'])}
    <div class="charts">${others.map(measure => figure(words(measure), looks, ['small']))}</div>
  </section>`
}

type Sizes = readonly ('wide' | 'small')[]

function figure(words: MeasureWords, looks: readonly ArmLook[], sizes: Sizes): Html {
  const measured = looks.flatMap(({ runs }) => runs).flatMap(({ points }) => points)
  const drawn = xAxes.map(choice => {
    const axis = scaledAxis(choice, measured)
    return { key: choice.key, axis, series: looks.flatMap(arm => armSeries(arm, words.name, axis)) }
  })
  const [first] = drawn
  if (first === undefined || first.series.length === 0)
    return html`<figure>
      <h3>${words.title}</h3>
      <p class="note">nothing measured</p>
    </figure>`
  return html`<figure class="${sizes.includes('wide') ? 'main' : ''}">
    <h3>${words.title}</h3>
    <p class="note">${words.note}</p>
    <ul class="legend">
      ${first.series.filter(({ labelled }) => labelled === true).map(each => legend(each, words))}
    </ul>
    ${drawn.map(
      ({ key, axis, series }) =>
        html`<div class="by-${key}">
          ${sizes.map(size => plot({ title: words.title, series, format: words.tick, precise: words.value, along: axis, size }))}
        </div>`,
    )}
  </figure>`
}

const legend = ({ name, colour, group = '', points }: Series, { value }: MeasureWords): Html =>
  html`<li class="c${colour} ${group}"><span>${name}</span> <b>${value(points.at(-1)?.y ?? 0)}</b></li>`

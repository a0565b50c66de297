/** Every claim with its difference and interval on one scale, as a forest plot, and its verdict. */
import type { ComparisonResult, ExperimentResult } from '../../../experiment/results/experiment-result.ts'
import type { Verdict } from '../../../statistics/verdict.ts'
import { groupBy } from '../../../math/group-by.ts'
import { html, type Html } from '../../../text/html.ts'
import { axisOver } from '../../chart/axis.ts'
import { armName, type ArmLook } from '../look/arm-look.ts'
import { forestRange, forestPlace, type ForestScale } from '../look/forest.ts'
import { restriction } from '../look/restriction.ts'
import { measureWords, type MeasureWords } from '../look/measure-words.ts'

export function claimsPanel(result: ExperimentResult, looks: readonly ArmLook[]): Html | null {
  const { comparisons } = result
  if (comparisons.length === 0) return null
  const claims = comparisons.map(comparison => ({ comparison, words: measureWords(result)(comparison.measure) }))
  const alike = groupBy(claims, ({ words }) => `${words.format} ${words.unit}`)
  return html`<section>
    <h2>Claims</h2>
    <p class="note">
      Each is the difference of two arms, paired by seed and measured on the same tasks: the dot is the mean, the bar
      its interval, the rings below it are seeds. An interval stands alone; the verdict is that of the corrected p.
    </p>
    ${[...alike.values()].map(each => forest(each, looks))}
  </section>`
}

interface Claim {
  readonly comparison: ComparisonResult
  readonly words: MeasureWords
}

/** Claims whose differences have the same unit. */
function forest(claims: readonly [Claim, ...Claim[]], looks: readonly ArmLook[]): Html {
  const reach = forestRange(claims.map(({ comparison }) => comparison))
  const { low, high, ticks } = axisOver([-reach.below, reach.above], 7)
  const scale: ForestScale = { low, high }
  const [{ words }] = claims
  return html`<ol class="forest">
    ${claims.map(claim => row(claim, looks, scale))}
    <li class="axis" aria-hidden="true">
      <div class="track">
        ${ticks.map(tick => html`<span style="--at:${forestPlace(scale, tick)}">${words.differenceTick(tick)}</span>`)}
      </div>
      <small>${words.unit}</small>
    </li>
  </ol>`
}

function row({ comparison, words }: Claim, looks: readonly ArmLook[], scale: ForestScale): Html {
  const { claim, arm, against, iteration, pairs, verdict, margin = 0 } = comparison
  const tone = tones[verdict]
  return html`<li class="${tone}">
    <div class="claim">
      <b>${claim}</b>
      <small
        >${armName(looks, arm)} − ${armName(looks, against)} ·
        ${words.title}${marginWords(comparison, words)}${iteration === null ? '' : ` · iteration ${iteration}`}</small
      >
    </div>
    <div class="track" aria-hidden="true">
      <span class="zero" style="--at:${forestPlace(scale, 0)}"></span>
      ${margin === 0 ? null : html`<span class="margin" style="--at:${forestPlace(scale, -margin)}"></span>`}
      ${bar(comparison, scale)}
      ${pairs.length < 2 ? null : pairs.map(({ difference, seed }) => html`<span class="seed" style="--at:${forestPlace(scale, difference)}" title="seed ${seed}: ${words.difference(difference)}"></span>`)}
      ${comparison.mean === null ? null : html`<span class="mean" style="--at:${forestPlace(scale, comparison.mean)}"></span>`}
    </div>
    <div class="found">
      <span class="badge ${tone}">${verdict}${restriction(comparison, looks)}</span>
      ${comparison.mean === null ? null : html`<b>${words.difference(comparison.mean)}</b>`} ${range(comparison, words)}
      <small>${tested(comparison)}</small>
    </div>
  </li>`
}

const marginWords = ({ margin = 0 }: ComparisonResult, { error, unit }: MeasureWords): string =>
  margin === 0 ? '' : ` · margin ${error(margin)}${unit === '' ? '' : ` ${unit}`}`

function bar({ interval }: ComparisonResult, scale: ForestScale): Html | null {
  if (interval === null) return null
  const { low, high } = interval
  const cut = [low < scale.low ? 'cut-low' : '', high > scale.high ? 'cut-high' : ''].join(' ')
  return html`<span
    class="interval ${cut}"
    style="--low:${forestPlace(scale, low)};--high:${forestPlace(scale, high)}"
  ></span>`
}

const range = ({ interval }: ComparisonResult, { difference }: MeasureWords): Html | null =>
  interval === null ? null : html`<span>[${difference(interval.low)}, ${difference(interval.high)}]</span>`

const tested = ({ p, adjusted, test }: ComparisonResult): string =>
  [
    ...(p === null ? [] : [`p ${pLabel(p)}`]),
    ...(adjusted === null ? [] : [`corrected ${pLabel(adjusted)}`]),
    test,
  ].join(' · ')

const pLabel = (p: number): string => (p < 0.001 ? '< .001' : p.toFixed(3).replace(/^0/, ''))

export const tones: Readonly<Record<Verdict, string>> = {
  supported: 'better',
  inconclusive: 'unclear',
  contradicted: 'worse',
}

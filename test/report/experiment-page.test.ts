import test from 'ava'
import fc from 'fast-check'
import type { ExperimentResult } from '../../src/experiment/results/experiment-result.ts'
import type { MeasuredRun } from '../../src/experiment/results/measured-run.ts'
import { describedTexts } from '../../src/experiment/results/measure.ts'
import { lastMean } from '../../src/report/experiment/look/arm-curve.ts'
import { experimentOf } from '../../src/experiment/results/experiment-of.ts'
import { writeExperimentPage } from '../../src/report/experiment/experiment-page.ts'
import { html } from '../../src/text/html.ts'
import { experimentFixture, measuredRun } from './experiment-fixture.ts'

const page = writeExperimentPage(experimentFixture())
const escaped = (text: string): string => html`${text}`.text
const count = (text: string, part: string): number => text.split(part).length - 1

test('the page of an experiment needs no network and no script', t => {
  t.notRegex(page, /https?:|<script|<link|@import|src=|url\(|\son\w+=/)
  t.notRegex(page, /NaN|Infinity|undefined|\[object/)
})

test('every arm, claim, verdict and measure is on it, escaped', t => {
  const { title, question, arms, comparisons, measures } = experimentFixture()
  for (const text of [title, question, ...arms.map(arm => arm.about), ...comparisons.map(each => each.claim)])
    t.true(page.includes(escaped(text)), text)
  t.notRegex(page, /<else>|<outcomes>/)
  for (const [index, { name }] of arms.entries()) t.true(page.includes(`id="show-arm-${index + 1}"`), name)
  t.is(count(page, '<figure'), measures.length)
  for (const { test: how } of comparisons) t.true(page.includes(how), how)
})

test('a claim stands under its verdict, and one that the numbers contradict is told so', t => {
  const cards = [...page.matchAll(/<dt><b>(\d)<\/b> ([a-z ]+)<\/dt>([^]*?)<\/div>/g)].map(([, n, verdict, rest]) => [
    verdict,
    n,
    rest,
  ])
  t.deepEqual(
    cards.map(([verdict, n]) => [verdict, n]),
    [
      ['supported', '2'],
      ['inconclusive', '0'],
      ['contradicted', '1'],
    ],
  )
  t.true(cards[2]?.[2]?.includes('The outcome alone teaches more than votes.'))
})

test('claims of several measures are told apart, and values whose unit is not written with them have it in their head', t => {
  const result = experimentFixture()
  const measures = ['success unseen 0.8', 'time.total']
  const described = describedTexts(measures, [])
  const comparisons = measures.flatMap(measure => result.comparisons.slice(0, 1).map(each => ({ ...each, measure })))
  const text = writeExperimentPage({ ...result, measures, comparisons, described })
  const card = /<dt><b>2<\/b> supported<\/dt>([^]*?)<\/div>/.exec(text)?.[1] ?? ''
  for (const title of ['Success, unseen, temperature 0.8', 'Total']) t.true(card.includes(title), title)
  t.regex(text, /<th class="n"><span>Total, ms<\/span><\/th>/)
  const alone = writeExperimentPage({ ...result, comparisons: result.comparisons.slice(0, 2) })
  t.false(/<dl class="verdicts">([^]*?)<\/dl>/.exec(alone)?.[1]?.includes('Success, unseen'))
})

test('what is missing is told: runs that go on, and seeds without a partner', t => {
  const { notes } = experimentFixture()
  t.true(notes.length >= 2)
  for (const note of notes) t.true(page.includes(escaped(note)), note)
  t.regex(page, /full-3<\/b>\s*<span>measured at 80 of 160 iterations/)
})

test('each figure has the lines of each x axis, and a rule to choose it', t => {
  for (const axis of ['iteration', 'episodes', 'tokens', 'seconds']) {
    t.is(count(page, `class="by-${axis}"`), 3, axis)
    t.true(page.includes(`id="along-${axis}"`), axis)
    if (axis !== 'iteration') t.true(page.includes(`main:has(#along-${axis}:checked) .by-${axis}`), axis)
  }
})

test('an arm is drawn by its mean with a band and by each of its seeds, dotted beyond what all seeds have reached', t => {
  const [, first = ''] = page.split('class="by-iteration"')
  const [wide = ''] = first.split('</svg>')
  const groups = [...wide.matchAll(/class="series ca\d (\w+) (arm-\d)"/g)].map(([, look, arm]) => `${arm} ${look}`)
  t.is(groups.filter(each => each === 'arm-1 ghost').length, 4)
  t.deepEqual(
    groups.filter(each => !each.endsWith('ghost')),
    ['arm-3 dotted', 'arm-1 dots', 'arm-2 dots', 'arm-3 dots'],
  )
  t.is(count(wide, 'class="band"'), 3)
})

test('an experiment of which nothing is there has a page, and so have one run, one seed and no claim', t => {
  const questions = {
    title: 't',
    question: 'q',
    arms: { outcome: { about: 'a' }, full: { about: 'b' } },
    comparisons: [],
  }
  const of = (runs: Parameters<typeof experimentOf>[1], claims: ExperimentResult['comparisons'] = []): string =>
    writeExperimentPage(
      experimentOf({ ...questions, measures: ['success unseen 0.8', 'accepted'], comparisons: claims }, runs),
    )
  t.regex(of([]), /nothing measured/)
  for (const runs of [
    [measuredRun('outcome', 1)],
    [measuredRun('outcome', 1, 0), measuredRun('full', 1)],
    [measuredRun('full', 2, -1)],
  ])
    t.notRegex(of(runs), /NaN|Infinity|undefined|\[object/)
})

test('more arms than colours, and any names, are drawn', t => {
  const many = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 9, maxLength: 12 })
  fc.assert(
    fc.property(many, names => {
      const arms = names.map(name => ({ name, about: name, runs: [measuredRun('full', 1)] }))
      const text = writeExperimentPage({ ...experimentFixture(), arms, comparisons: [] })
      t.notRegex(text, /NaN|Infinity|<script/)
      t.is(count(text, 'id="show-arm-'), names.length)
    }),
    { numRuns: 10 },
  )
})

test('settings that differ between arms are listed by their path, the seed is not', t => {
  const [, table = ''] = page.split('How the settings differ')
  const rows = [...(table.split('</table>')[0] ?? '').matchAll(/<tr>\s*<th><code>([^<]+)<\/code><\/th>([^]*?)<\/tr>/g)]
  t.deepEqual(
    rows.map(([, path, cells = '']) => [path, ...[...cells.matchAll(/<code>([^<]*)<\/code>/g)].map(match => match[1])]),
    [
      ['feedback.source', '&#34;outcome&#34;', '&#34;reward-model&#34;', '&#34;reward-model&#34;'],
      ['rewardModel.train', 'true', 'false', 'true'],
    ],
  )
})

test('claims share a scale only if their differences have one unit', t => {
  const result = experimentFixture()
  const measures = ['policy.kl', 'meanSteps', 'success unseen 0.8']
  const comparisons = measures.flatMap(measure =>
    result.comparisons.slice(0, 1).map(each => ({ ...each, measure, mean: 0.0002, interval: null, pairs: [] })),
  )
  const text = writeExperimentPage({
    ...result,
    comparisons,
    described: { ...result.described, ...describedTexts(measures, []) },
  })
  const units = [...text.matchAll(/<li class="axis"[^]*?<small>([^<]*)<\/small>/g)].map(([, unit]) => unit)
  t.deepEqual(units, ['nats', 'steps', 'points'])
  const [, first = ''] = text.split('<li class="axis"')
  const ticks = [...first.matchAll(/<span style[^>]*>([^<]*)</g)].map(([, tick]) => tick)
  t.is(new Set(ticks).size, ticks.length, ticks.join())
})

test('the mean of an arm is at the last iteration that all its seeds have been measured at, also after one that a seed lacks', t => {
  const at = (seed: number, values: readonly (number | null)[]): MeasuredRun => ({
    ...measuredRun('full', seed),
    points: values.map((value, index) => ({
      ...{ iteration: 10 * index, episodes: 0, tokens: 0, seconds: 0, wins: {} },
      values: { 'policy.kl': value },
    })),
  })
  const arm = { name: 'a', about: '', colour: 'a1', group: 'g' } as const
  const runs = [at(1, [0.1, 0.2, 0.3, 0.4, 0.5]), at(2, [0.1, null, 0.3, 0.6])]
  t.like(lastMean({ ...arm, runs }, 'policy.kl'), { at: 30, mean: 0.5, count: 2 })
})

test('tokens are written with three digits, also billions of them', t => {
  const result = experimentFixture()
  const [arm] = result.arms
  const runs = [measuredRun('full', 1)].map(run => ({
    ...run,
    points: run.points.map(point => ({ ...point, tokens: 1.234e9 })),
  }))
  t.regex(
    writeExperimentPage({ ...result, arms: [{ name: 'a', about: '', ...arm, runs }], comparisons: [] }),
    />1\.23G</,
  )
})

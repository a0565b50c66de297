/** A forecast of a run, for a terminal. */
import type { Amount, Forecast, ModelForecast, ModelSize, ModelWork } from '../../dry-run/counts/forecast.ts'
import { overRun } from '../../dry-run/models/model-work.ts'
import { left, right, textTable, type Column } from '../../text/text-table.ts'
import { clock, compact } from './numbers.ts'

type Row = readonly [label: string, about: string, most: string, run: string]

/** One table of episodes and one for each model, then memory, disk and assumptions. */
export const dryRunTable = (forecast: Forecast): string =>
  [
    `${forecast.world} by ${forecast.method}, ${forecast.iterations} iterations. Nothing has been started.`,
    tableOf('an iteration', episodeRows(forecast)),
    ...forecast.models.map(model => tableOf(`${model.model} ${placed(model)}`, modelRows(model, forecast))),
    tableOf('memory and disk', byteRows(forecast)),
    ...timeOf(forecast),
    forecast.notes.join('\n'),
  ].join('\n\n')

function timeOf({ time }: Forecast): readonly string[] {
  if (time === null) return []
  const { rollout, training, iteration, samplerIdle, trainerIdle, run, best } = time
  const seconds = (value: number): string => `${threeDigits(value)} s`
  const share = (value: number): string => `${(100 * value).toFixed(0)} %`
  const rows = [
    ['episodes of an iteration', seconds(rollout)],
    ['training on them', seconds(training)],
    ['an iteration', seconds(iteration)],
    ['of it without an episode: sampler idle', share(samplerIdle)],
    ['of it without training: trainer idle', share(trainerIdle)],
    ['the run', clock(1000 * run)],
    ...(best.atOnce === null ? [] : [['episodes at once, from which on it is as fast', number(best.atOnce)]]),
    ['mode.staleness, from which on it is as fast', number(best.staleness)],
  ]
  return [
    textTable([left('time'.padEnd(44)), right('about'.padStart(14))], rows),
    ...(best.atOnce === null ? ['Time of the engine alone: worlds, services and servers come on top.'] : []),
  ]
}

const tableOf = (title: string, rows: readonly Row[]): string => textTable(columns(title), rows)

const columns = (title: string): readonly Column[] => [
  left(title.padEnd(44)),
  ...['about', 'at most', 'the run, about'].map(name => right(name.padStart(14))),
]

function episodeRows(forecast: Forecast): readonly Row[] {
  const { drawn, proposed, episodesPerGroup, episodes, turns, atOnce, evaluations, evaluationEpisodes } = forecast
  const { iterations } = forecast
  return [
    row('groups of drawn tasks', { about: drawn, most: drawn }),
    row('groups of proposed tasks', proposed),
    row(`episodes, ${episodesPerGroup} a group`, episodes, episodes.about * iterations),
    row('their turns', turns, turns.about * iterations),
    row('episodes at once', atOnce),
    row(
      `episodes of each of ${evaluations} measurements`,
      { about: evaluationEpisodes, most: evaluationEpisodes },
      evaluations * evaluationEpisodes,
    ),
  ]
}

const placed = ({ place, isTrained, contextTokens }: ModelForecast): string => {
  const where = { here: 'here', service: 'on the service', server: 'on a server' }[place]
  return `(${where}${isTrained ? ', trained' : ''}, context ${contextTokens})`
}

/** Rows in which nothing is asked are left out. */
function modelRows(model: ModelForecast, forecast: Forecast): readonly Row[] {
  const { iteration, underWay, calls } = model
  const run = overRun(model, forecast)
  const work = (label: string, key: keyof ModelWork): readonly Row[] =>
    run[key].most === 0 ? [] : [row(label, iteration[key], run[key].about)]
  return [
    ...work('samples', 'samples'),
    ...work('tokens read, each once', 'read'),
    ...(calls === null ? [] : work('tokens sent, as whole prompts', 'prompts')),
    ...work('tokens written', 'written'),
    ...work('tokens scored', 'scored'),
    ...work('tokens trained on', 'trained'),
    ...work('updates', 'updates'),
    ...(calls === null ? [] : [row('requests for samples', calls)]),
    row('requests at once', underWay),
  ]
}

const byteRows = ({ models, episodeBytes, disk, remoteDisk }: Forecast): readonly Row[] => [
  ...models.flatMap(({ model, place, size }) => (size === null ? [] : sizeRows(model, place, size))),
  bytesRow('tokens of the episodes of an iteration', episodeBytes),
  ...(disk > 0 ? [bytesRow('disk: checkpoints that are kept', { about: disk, most: disk })] : []),
  ...(remoteDisk > 0
    ? [bytesRow('on the service: the last checkpoints, if others are removed', { about: remoteDisk, most: remoteDisk })]
    : []),
]

function sizeRows(
  model: string,
  place: ModelForecast['place'],
  { parameters, trained, bytes, cache }: ModelSize,
): readonly Row[] {
  const at = place === 'service' ? ', on the service' : ''
  const count = `${number(parameters)} parameters, ${trained === parameters ? 'all' : number(trained)} trained`
  return [
    bytesRow(`${model}${at}: ${count}`, { about: bytes, most: bytes }),
    ...(cache.most > 0 ? [bytesRow(`${model}${at}: keys and values of long contexts`, cache)] : []),
  ]
}

const row = (label: string, { about, most }: Amount, run: number | null = null): Row => [
  label,
  number(about),
  number(most),
  run === null ? '' : number(run),
]

const bytesRow = (label: string, { about, most }: Amount): Row => [label, bytesText(about), bytesText(most), '']

/** Whole where it is small, else of three digits. */
const number = (value: number): string =>
  value < 100_000
    ? Math.round(value).toLocaleString('en')
    : value < 999.5e6
      ? compact(value)
      : `${threeDigits(value / 1e9)}G`

function bytesText(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  return `${threeDigits(bytes / 2 ** (10 * power))} ${units[power] ?? ''}`
}

/** At least, and never with an exponent where it is large. */
const threeDigits = (value: number): string => (value >= 999.5 ? value.toFixed(0) : value.toPrecision(3))

/**
 * How many tokens a second go through a run whose policy and reward model are trained by a service, and where do the processors here begin to be
 * the limit? The service computes nothing: its results are there as late as is stated.
 * Usage: npm run bench:scaling-training -- --model FOLDER
 */
import type { IterationMetrics } from '../src/contracts/metrics.ts'
import { benchmark, numeric, numerics } from './command-line.ts'
import { machine } from './machine.ts'
import type { Phase } from './scaling/clockwork.ts'
import { answersOf, trainOnce } from './scaling/train.ts'
import { cells, header, milliseconds } from './table.ts'

const options = benchmark(
  'npm run bench:scaling-training --',
  'How many tokens a second go through a run whose models a service trains, and where is this machine the limit?',
)
  .requiredOption(
    '--model <folder>',
    'with config.json, tokenizer and chat template of the models; weights are not read',
  )
  .addOption(numerics('--episodes <list>', 'of an iteration, all under way at once', episodes()))
  .addOption(numeric('--turns <n>', 'of each episode', { least: 1, whole: true, usual: 3 }))
  .addOption(numeric('--votes <n>', 'of each turn', { least: 1, whole: true, usual: 3 }))
  .addOption(numeric('--concurrent <n>', 'requests under way', { least: 1, whole: true, usual: 1024 }))
  .addOption(numeric('--first <ms>', 'until the first token of an answer', { usual: 500 }))
  .addOption(numeric('--token <ms>', 'each token of an answer', { usual: 20 }))
  .addOption(numeric('--thought <n>', 'words of an action with its thought', { least: 1, whole: true, usual: 75 }))
  .addOption(numeric('--reason <n>', 'words of a vote with its reason', { least: 1, whole: true, usual: 40 }))
  .addOption(numeric('--rate <n>', 'tokens a second of passes', { least: 1, usual: 60_000 }))
  .parse()
  .opts<{
    model: string
    episodes: readonly number[]
    turns: number
    votes: number
    concurrent: number
    first: number
    token: number
    thought: number
    reason: number
    rate: number
  }>()

function episodes() {
  return { least: 8, whole: true, usual: [1000, 10_000] }
}

const { model, turns, votes, concurrent, first, token, rate } = options
const answers = await answersOf(model, options)
const speed = { firstTokenMs: first, tokenMs: token, spread: 0, passTokensPerSecond: rate, ...answers }

/** Of the samples of a model: median, 95th percentile and longest time until the call that drew them began, seconds. */
function queueOf({ speed: { device } }: IterationMetrics, name: string): string {
  const queue = device.find(use => use.verb === 'sample' && use.model === name)?.queue
  const seconds = [queue?.medianMs, queue?.p95Ms, queue?.maxMs].map(ms => milliseconds(ms == null ? null : ms / 1000))
  return seconds.join(', ')
}

const kilobytes = ({ peakBytes, firstBytes }: Phase, count: number): string =>
  ((peakBytes - firstBytes) / count / 1000).toFixed(0)
const count = (value: number): string => Math.round(value).toLocaleString('en')
const seconds = (ms: number): string => (ms / 1000).toFixed(1)

async function measure(episodes: number): Promise<readonly (readonly [string, string])[]> {
  const { metrics, playing, training, busiest } = await trainOnce({
    ...{ model, episodes, turns, votes, concurrent, speed },
  })
  if (metrics.invalid + metrics.invalidSteps > 0) throw new Error('episodes or votes could not be had')
  const sum = (key: 'requests' | 'promptTokens' | 'completionTokens' | 'forwardTokens' | 'trainedTokens'): number =>
    (metrics.speed.services ?? []).reduce((total, use) => total + use[key], 0)
  const [sent, written] = [sum('promptTokens'), sum('completionTokens')]
  const [scored, trained] = [sum('forwardTokens'), sum('trainedTokens')]
  return [
    ['turns', count(metrics.steps)],
    ['tokens of a prompt, mean', count(sent / sum('requests'))],
    ['rolling out, s', seconds(playing.wallMs)],
    ['most samples at once', count(busiest)],
    ['tokens sent and written a second', count((1000 * (sent + written)) / playing.wallMs)],
    ['processor time of a turn, ms', (playing.cpuMs / metrics.steps).toFixed(2)],
    ['tokens sent and written a processor second', count((1000 * (sent + written)) / playing.cpuMs)],
    ['of these written', count((1000 * written) / playing.cpuMs)],
    ['memory of an episode, KB', kilobytes(playing, episodes)],
    ["wait of the policy's samples: median, 95 %, most, s", queueOf(metrics, 'policy')],
    ["wait of the reward model's samples", queueOf(metrics, 'reward-model')],
    ['training, s', seconds(training.wallMs)],
    ['of that by the service, s', seconds((1000 * (scored + trained)) / rate)],
    ['tokens of passes without a gradient', count(scored)],
    ['with one', count(trained)],
    ['processor time of a trained token, µs', ((1000 * training.cpuMs) / trained).toFixed(2)],
    ['trained tokens a processor second', count((1000 * trained) / training.cpuMs)],
    ['memory of an episode while training, KB', kilobytes(training, episodes)],
  ]
}

console.log(
  `${await machine()} ${turns} turns an episode, ${votes} votes a turn, at most ${concurrent} requests at once. Stated: first token after ${first} ms, ` +
    `then ${token} ms a token; ${answers.action.length} tokens an action, ${answers.votes[0]?.length ?? 0} a vote; passes of ${count(rate)} tokens a second.\n`,
)
const columns: (readonly (readonly [string, string])[])[] = []
for (const each of options.episodes) columns.push(await measure(each))
console.log(header(['episodes under way', ...options.episodes.map(count)]))
columns[0]?.forEach(([name], row) => console.log(cells([name, ...columns.map(column => column[row]?.[1] ?? '–')])))

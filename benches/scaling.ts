/**
 * How many turns a second go through the actors of a run when policy and reward model are a server, and where the processors here begin
 * to be the limit? The server computes nothing: it answers as late as is stated.
 * Usage: npm run bench:scaling -- --help
 */
import { benchmark, numeric, numerics } from './command-line.ts'
import { machine } from './machine.ts'
import { startWorkers } from './machines/workers.ts'
import { configOf, makeTasks, playAll, startPlayers } from './scaling/play.ts'
import { simulatedServer } from './scaling/simulated-server.ts'
import { since, timeOf } from './scaling/threads.ts'
import { quantile } from '../src/math/statistics.ts'
import { cells, header } from './table.ts'

const options = benchmark(
  'npm run bench:scaling --',
  'How many turns a second go through the actors of a run when policy and reward model are a server, and where does this machine begin to be the limit?',
)
  .addOption(numerics('--episodes <list>', 'under way at once', { least: 1, whole: true, usual: [1000, 10_000] }))
  .addOption(
    numeric('--machines <n>', 'workers that have the environments; 0 has them here', { whole: true, usual: 0 }),
  )
  .addOption(numeric('--steps <n>', 'turns of each episode', { least: 1, whole: true, usual: 5 }))
  .addOption(numeric('--votes <n>', 'of each turn', { least: 1, whole: true, usual: 3 }))
  .option('--parallel-sampling', 'the votes on a step by one request')
  .addOption(
    numeric('--concurrent <n>', 'requests under way, of policy and of reward model each', {
      least: 1,
      whole: true,
      usual: 1024,
    }),
  )
  .addOption(numeric('--first <ms>', 'until the first token of an answer', { usual: 500 }))
  .addOption(numeric('--token <ms>', 'each token of an answer', { usual: 20 }))
  .addOption(numeric('--thought <n>', 'tokens of an action with its thought', { least: 5, whole: true, usual: 100 }))
  .addOption(numeric('--vote <n>', 'tokens of a vote with its reason', { least: 5, whole: true, usual: 60 }))
  .parse()
  .opts<{
    episodes: readonly number[]
    machines: number
    steps: number
    votes: number
    parallelSampling?: true
    concurrent: number
    first: number
    token: number
    thought: number
    vote: number
  }>()

const { machines, steps, votes, parallelSampling = false, concurrent, first, token, thought, vote } = options
const speed = { firstTokenMs: first, tokenMs: token, policyTokens: thought, voteTokens: vote }
/** A turn as it is where nothing waits: the vote on it is not waited for, but of the last one. */
const minMs = first + thought * token

/** Episodes that are played before anything is measured: compilers need that long until speed settles. */
const warming = 100

const seconds = (ms: number): string => (ms / 1000).toFixed(1)
const percent = (share: number): string => `${(100 * share).toFixed(0)} %`

async function measure(episodes: number): Promise<readonly string[]> {
  const server = await simulatedServer(speed)
  const config = configOf({ url: server.url, votes, concurrent, parallelSampling })
  const workers = machines > 0 ? await startWorkers(machines, 1) : null
  const actors = await startPlayers(config, {
    most: Math.ceil(episodes / Math.max(1, machines)),
    ...(workers === null ? {} : { machines: { count: machines, workers } }),
  })
  const tasks = await makeTasks(config, steps)
  await playAll(actors, config, { tasks, episodes: warming })
  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 200)
  const cpu = process.cpuUsage()
  const times = [...actors.threads].map(([name, thread]) => ({ name, thread, time: timeOf(thread) }))
  const overBefore = actors.overAt.length
  const began = performance.now()
  const { turns, invalid } = await playAll(actors, config, { tasks, episodes })
  const wallMs = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  clearInterval(watch)
  const shares = times.map(({ name, thread, time }) => ({ name, ...since(thread, time) }))
  const busiest = await server.busiest()
  const waits = actors.overAt
    .slice(overBefore)
    .map(at => (at - began) / steps - minMs)
    .sort((a, b) => a - b)
  const waited = (share: number): string => seconds(quantile(waits, share))
  await actors.system.stop()
  await workers?.close()
  server.stop()
  if (invalid > 0) throw new Error(`${invalid} turns or votes could not be had`)
  const cpuMs = (user + system) / 1000
  const tokens = turns * (thought + votes * vote)
  const figures: readonly (readonly [string, string])[] = [
    ['turns', String(turns)],
    ['seconds', (wallMs / 1000).toFixed(1)],
    ['turns a second', ((1000 * turns) / wallMs).toFixed(0)],
    ['tokens written a second', ((1000 * tokens) / wallMs).toFixed(0)],
    ['turns a second of one processor', ((1000 * turns) / cpuMs).toFixed(0)],
    ['a turn took, s', ((wallMs * Math.min(episodes, turns)) / turns / 1000).toFixed(1)],
    ['of that by the server, s', (minMs / 1000).toFixed(1)],
    ['a turn waited in line here, of all episodes: median, s', waited(0.5)],
    ['95 %, s', waited(0.95)],
    ['most, s', waited(1)],
    ['most requests at once', String(busiest)],
    ['memory of an episode, KB', ((peak - before) / episodes / 1000).toFixed(0)],
    ['processor time of a turn, ms', (cpuMs / turns).toFixed(2)],
    ...shares.map(({ name, ranMs }): readonly [string, string] => [
      `of that on the thread of ${name}`,
      (ranMs / turns).toFixed(3),
    ]),
    ['share of the time in which the busiest ran', percent(Math.max(...shares.map(({ ranMs }) => ranMs)) / wallMs)],
    ['and waited for a processor', percent(Math.max(...shares.map(({ waitedMs }) => waitedMs)) / wallMs)],
  ]
  if (columns.length === 0) names.push(...figures.map(([name]) => name))
  return figures.map(([, value]) => value)
}

const names: string[] = []
const columns: (readonly string[])[] = []
console.log(
  `${await machine()} ${machines === 0 ? '' : `Environments on ${machines} workers. `}${steps} turns an episode, ${votes} votes a turn${parallelSampling ? ' by one request' : ''}, at most ${concurrent} requests of policy and of reward model at once. ` +
    `Stated: first token after ${first} ms, then ${token} ms a token; ${thought} tokens an action, ${vote} a vote.\n`,
)
for (const episodes of options.episodes) columns.push(await measure(episodes))
console.log(header(['episodes under way', ...options.episodes.map(String)]))
names.forEach((name, row) => console.log(cells([name, ...columns.map(column => column[row] ?? '–')])))

/**
 * How many steps a second does the desk make as real HTML in one browser with 1 and 4 pages, beside the pure desk on the same actions, and
 * how much memory does a page take? Experts play tasks of the middle depth, as fast as they can; opening a page is timed apart.
 * Usage: node dist/benches/worlds/desk-browser.js --help
 */
import { openDesk } from '../../environments/desk/page/desk-in-browser.ts'
import { desk } from '../../environments/desk/index.ts'
import { beginDesk, playAction } from '../../environments/desk/kernel/play.ts'
import { launchBrowser } from '../../src/browser/browser.ts'
import { pagePool, type PagePool } from '../../src/browser/pool.ts'
import { findBrowser } from '../../src/browser/process/find-browser.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { quantile } from '../../src/math/statistics.ts'
import { groupMemory } from '../browser/memory.ts'
import { benchmark, numeric, numerics } from '../command-line.ts'
import { machine } from '../machine.ts'
import { cells, header, milliseconds } from '../table.ts'

const { pages, seconds } = benchmark(
  'node dist/benches/worlds/desk-browser.js',
  'How many steps a second does the desk make as real HTML, and how much memory does a page take?',
)
  .addOption(numerics('--pages <n,…>', 'pages at once', { least: 1, whole: true, usual: [1, 4] }))
  .addOption(numeric('--seconds <s>', 'of each', { least: 1, usual: 30 }))
  .parse()
  .opts<{ pages: readonly number[]; seconds: number }>()

const path = findBrowser(undefined, process.env)
const world = desk({ depths: ['middle'], observe: 'full', dialect: 'calls' })

interface Times {
  readonly opens: number[]
  readonly steps: number[]
  readonly pureSteps: number[]
}

/** Milliseconds of some work. */
async function timed<T>(times: number[], work: () => Promise<T> | T): Promise<T> {
  const start = performance.now()
  const result = await work()
  times.push(performance.now() - start)
  return result
}

/** Plays episodes until the time is over; every lane its own. */
async function play(pool: PagePool, lane: number, end: number, { opens, steps, pureSteps }: Times): Promise<void> {
  for (let count = 0; performance.now() < end; count++) {
    const task = world.generate('train', randomFrom(derive(rootKey(lane), count)))
    const page = await timed(opens, async () => {
      const opened = await openDesk(pool, task)
      await opened.look()
      return opened
    })
    let { state } = beginDesk(task, 'full')
    for (let action = world.expert(state); action !== null; action = world.expert(state)) {
      const next = action
      await timed(steps, async () => {
        await page.act(next)
        await page.look()
      })
      const played = await timed(pureSteps, () => playAction(state, next, 'full'))
      state = played.state
    }
    await page.close()
  }
}

console.log(`${await machine()} ${path}, ${seconds} s of each.\n`)
console.log(
  header([
    'pages',
    'steps a second',
    'ms a step: median',
    'p95',
    'ms to open: median',
    'pure: µs a step, median',
    'MB in all',
  ]),
)
for (const count of pages) {
  const pool = pagePool(() => launchBrowser(path), count)
  const times: Times = { opens: [], steps: [], pureSteps: [] }
  const start = performance.now()
  const lanes = Array.from({ length: count }, (_, lane) => play(pool, lane, start + seconds * 1000, times))
  let memory: number | null = null
  const sample = setTimeout(() => (memory = groupMemory(pool.processId() ?? 0)), seconds * 900)
  await Promise.all(lanes)
  clearTimeout(sample)
  const elapsed = (performance.now() - start) / 1000
  const { opens, steps, pureSteps } = times
  console.log(
    cells([
      ...[count, (steps.length / elapsed).toFixed(1)],
      ...[quantile(steps, 0.5), quantile(steps, 0.95), quantile(opens, 0.5)].map(milliseconds),
      Math.round(quantile(pureSteps, 0.5) * 1000),
      memory === null ? '–' : Math.round(memory),
    ]),
  )
  await pool.close()
}

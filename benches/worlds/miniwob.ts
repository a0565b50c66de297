/**
 * How many steps a second does MiniWoB++ make in one browser with 1, 4 and 8 pages, and how much memory does a page take?
 * Experts play tasks of every page that has one, as fast as they can; opening an episode and its steps are timed apart.
 * Usage: npm run bench:miniwob -- --help
 */
import { writeFile } from 'node:fs/promises'
import { Option } from 'commander'
import { experts } from '../../environments/miniwob/experts/experts.ts'
import { pageFiles, pagesFolder } from '../../environments/miniwob/play/page-files.ts'
import { pageOptions, startEpisode } from '../../environments/miniwob/play/live-page.ts'
import { launchBrowser, type Browser } from '../../src/browser/browser.ts'
import { findBrowser } from '../../src/browser/process/find-browser.ts'
import { nth } from '../../src/math/nth.ts'
import { quantile } from '../../src/math/statistics.ts'
import { groupMemory } from '../browser/memory.ts'
import { benchmark, numeric, numerics } from '../command-line.ts'
import { machine } from '../machine.ts'
import { cells, header, milliseconds } from '../table.ts'

const { folder, pages, seconds, actions } = benchmark(
  'npm run bench:miniwob --',
  'How many steps a second does MiniWoB++ make with some pages at once, and how much memory does a page take?',
)
  .addOption(new Option('--folder <path>', 'the pages: pip download --no-deps miniwob, unzipped').makeOptionMandatory())
  .addOption(numerics('--pages <n,…>', 'pages at once', { least: 1, whole: true, usual: [1, 4, 8] }))
  .addOption(numeric('--seconds <s>', 'of each', { least: 1, usual: 30 }))
  .addOption(
    new Option('--actions <file>', 'keep the episodes of the first row, for benches/peers/browsergym_steps.py'),
  )
  .parse()
  .opts<{ folder: string; pages: readonly number[]; seconds: number; actions?: string }>()

const serve = pageFiles(pagesFolder(folder))
const path = findBrowser(undefined, process.env)
const names = Object.keys(experts).sort()
const longest = 15

interface PlayedEpisode {
  readonly page: string
  readonly seed: number
  readonly actions: readonly string[]
}

interface Times {
  readonly opens: number[]
  readonly steps: number[]
  readonly episodes: PlayedEpisode[]
}

/** Plays episodes until the time is over; every lane its own. */
async function play(browser: Browser, lane: number, end: number, times: Times): Promise<void> {
  for (let count = 0; performance.now() < end; count++) {
    const page = nth(names, (count * 8 + lane) % names.length)
    const seed = count * 64 + lane
    const taken: string[] = []
    const start = performance.now()
    const live = await startEpisode(await browser.open(pageOptions(serve, 60_000)), { page, seed })
    times.opens.push(performance.now() - start)
    let now = live.opening
    for (let step = 0; step < longest && !now.status.done; step++) {
      const [action] = experts[page]?.(live.goal, now.screen.root) ?? []
      if (action === undefined) break
      const before = performance.now()
      now = await live.act(action)
      times.steps.push(performance.now() - before)
      taken.push(action)
    }
    await live.close()
    times.episodes.push({ page, seed, actions: taken })
  }
}

console.log(`${await machine()} ${path}, ${seconds} s of each.\n`)
console.log(
  header([
    'pages',
    'steps a second',
    'episodes a second',
    'ms a step: median',
    'p95',
    'ms to open: median',
    'MB in all',
  ]),
)
for (const count of pages) {
  const browser = await launchBrowser(path)
  const times: Times = { opens: [], steps: [], episodes: [] }
  const start = performance.now()
  const lanes = Array.from({ length: count }, (_, lane) => play(browser, lane, start + seconds * 1000, times))
  let memory: number | null = null
  const sample = setTimeout(() => (memory = groupMemory(browser.processId)), seconds * 900)
  await Promise.all(lanes)
  clearTimeout(sample)
  const elapsed = (performance.now() - start) / 1000
  const { opens, steps } = times
  console.log(
    cells([
      ...[count, (steps.length / elapsed).toFixed(1), (opens.length / elapsed).toFixed(2)],
      ...[quantile(steps, 0.5), quantile(steps, 0.95), quantile(opens, 0.5)].map(milliseconds),
      memory === null ? '–' : Math.round(memory),
    ]),
  )
  await browser.kill()
  if (actions !== undefined && count === pages[0]) await writeFile(actions, JSON.stringify(times.episodes))
}

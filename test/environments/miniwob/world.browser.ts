/** The world in a real browser: experts, losses, and browsers that are killed on the way. */
import { randomFrom, rootKey } from '../../../src/math/random.ts'
import { experts } from '../../../environments/miniwob/experts/experts.ts'
import { miniwob, type MiniwobTask, type MiniwobWorld } from '../../../environments/miniwob/index.ts'
import type { OpenEpisode } from '../../../src/contracts/worlds/world.ts'
import { parseTree } from '../../../src/gui/tree/parse-tree.ts'
import { remaining } from '../../browser/pages.ts'
import { withPages, type Setting } from './pages.ts'

const pages = Object.keys(experts).sort()
const options = { key: rootKey(0), signal: new AbortController().signal, run: () => Promise.resolve([]) }
const worldOf = ({ browser, folder }: Setting, more: object = {}): MiniwobWorld =>
  miniwob({ browser, folder, pages: 3, tasks: pages, steps: 20, deadlineSeconds: 60, ...more })

interface Played {
  readonly texts: readonly string[]
  readonly won: boolean
  readonly good: boolean
}

/** Plays as the expert does, who reads the tree from the text. */
async function playedByExpert(world: MiniwobWorld, task: MiniwobTask): Promise<Played> {
  const episode: OpenEpisode = await world.open(task, options)
  const [goal = '', ...screen] = episode.observation.split('\n')
  const texts = [episode.observation]
  let [tree, won, over, good] = [screen.join('\n'), false, false, true]
  while (!over && texts.length < world.stepLimit(task)) {
    const [action = 'noop(1)'] = experts[task.page]?.(goal, clickableAsPrinted(tree)) ?? []
    const result = await episode.act(action)
    good &&= result.label?.good ?? false
    texts.push(result.observation)
    /* After the error of an action, if there was one. */
    tree = result.observation.slice(result.observation.indexOf('RootWebArea'))
    won = result.won
    over = won || result.lost === true
  }
  await episode.close()
  return { texts, won, good }
}

/** Of what is printed by default, generic elements without a state are those that can be clicked. */
const clickableAsPrinted = (text: string) => {
  const mark = (node: ReturnType<typeof parseTree>): ReturnType<typeof parseTree> => ({
    ...node,
    clickable: node.role === 'generic',
    children: node.children.map(mark),
  })
  return mark(parseTree(text))
}

withPages('experts win from the text alone, every step labelled good', async (t, setting) => {
  const world = worldOf(setting)
  const tasks = pages.flatMap(page => [1, 2].map(seed => ({ page, seed: seed * 7919 + 13 })))
  const played = await inTurn(tasks, 3, async task => ({ task, ...(await playedByExpert(world, task)) }))
  await world.close()
  const lost = played.filter(({ won, good }) => !won || !good).map(({ task }) => `${task.page} ${task.seed}`)
  t.deepEqual(lost, [])
  t.log(`${pages.length} pages with an expert, ${tasks.length} episodes`)
  t.true(pages.length >= 30)
})

withPages(
  'a browser that is killed at random takes nothing with it: every episode is as it would have been',
  async (t, setting) => {
    const [count, kills] = [Number(process.env['EPISODES'] ?? 60), Number(process.env['KILLS'] ?? 8)]
    const random = randomFrom(rootKey(7))
    const tasks = Array.from({ length: count }, () => ({ page: random.pick(pages), seed: random.integer(1000) }))
    const calm = worldOf(setting)
    const wanted = await inTurn(tasks, 3, task => playedByExpert(calm, task))
    await calm.close()

    const world = worldOf(setting)
    const killed: number[] = []
    const at = new Set(random.shuffle(tasks.map((_, index) => index)).slice(0, kills))
    const found = await inTurn(tasks, 3, async (task, index) => {
      if (at.has(index)) setTimeout(() => kill(), random.integer(400))
      return playedByExpert(world, task)
    })
    function kill(): void {
      const group = world.processId()
      if (group === null) return
      killed.push(group)
      process.kill(-group, 'SIGKILL')
    }
    await world.close()
    t.deepEqual(found, wanted)
    t.true(killed.length > 0)
    for (const group of killed) t.deepEqual(await remaining(group), [])
    t.log(`${count} episodes, ${killed.length} browsers killed`)
  },
)

withPages('a wrong click loses', async (t, setting) => {
  const world = worldOf(setting)
  const episode = await world.open({ page: 'click-test-2', seed: 1 }, options)
  const { observation, ...result } = await episode.act(`click('${bidOf(episode.observation, "button 'TWO'")}')`)
  t.deepEqual(result, { won: false, lost: true, score: 0, label: { good: false, reason: 'not as the expert' } })
  t.true(observation.startsWith('RootWebArea'))
  await episode.close()
  await world.close()
})

withPages(
  'a link that changes the URL, as the right result of a search, loses where it is strict',
  async (t, setting) => {
    for (const strict of [false, true]) {
      const world = worldOf(setting, { strict })
      const episode = await world.open({ page: 'search-engine', seed: 1 }, options)
      const { observation } = episode
      const [, words = '', place = ''] = /enter "(.*?)".*click the (\d+)/.exec(observation) ?? []
      const [field, button] = [bidOf(observation, "textbox ''"), bidOf(observation, "button 'Search'")]
      let found = await episode.act(`fill('${field}', '${words}') click('${button}')`)
      t.is(found.label, null)
      /* Three results on a page. */
      for (let left = Number(place); left > 3; left -= 3)
        found = await episode.act(`click('${bidOf(found.observation, "link '>'")}')`)
      const results = [...found.observation.matchAll(/^\t\[(\d+)\] link/gm)].map(([, bid = '']) => bid)
      const { won, lost } = await episode.act(`click('${results[(Number(place) - 1) % 3] ?? ''}')`)
      t.deepEqual({ won, lost }, { won: !strict, lost: strict })
      await episode.close()
      await world.close()
    }
  },
)

const bidOf = (text: string, line: string): string => /\[(\d+)\] $/.exec(text.slice(0, text.indexOf(line)))?.[1] ?? ''

withPages(
  'a page that is not there, and an episode that nobody wants any more, end by themselves',
  async (t, setting) => {
    const world = worldOf(setting, { pages: 1, deadlineSeconds: 5 })
    t.like(await t.throwsAsync(async () => world.open({ page: 'no-such-page', seed: 1 }, options)), { kind: 'refused' })
    const episode = await world.open({ page: 'click-test', seed: 1 }, options)
    const controller = new AbortController()
    const waiting = (async () =>
      world.open({ page: 'click-test', seed: 2 }, { ...options, signal: controller.signal }))()
    controller.abort()
    await t.throwsAsync(waiting, { message: /no request waits/ })
    await episode.close()
    await world.close()
  },
)

/** Works on the items in order, so many at once. */
async function inTurn<T, R>(
  items: readonly T[],
  lanes: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const entries = items.entries()
  const lane = async (): Promise<void> => {
    for (const [index, item] of entries) results[index] = await work(item, index)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}

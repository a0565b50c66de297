/**
 * How many tasks of MiniWoB++ are won by chance, where elements are called by their names?
 * Usage: node dist/benches/worlds/miniwob-random.js --help
 * At each step an element of those told is drawn: a field gets a word of the goal, any other is clicked. It never calls an element that is not there.
 */
import { miniwob } from '../../environments/miniwob/index.ts'
import { derive, randomFrom, rootKey, type Random } from '../../src/math/random.ts'
import { heldOutTasks } from '../../src/rollout/evaluation.ts'
import { benchmark, numeric, settings } from '../command-line.ts'
import { cells, header } from '../table.ts'

const bench = benchmark(
  'node dist/benches/worlds/miniwob-random.js',
  'Success of random play on the held-out tasks, by page.',
)
  .addOption(settings('--options <json>', 'of the world; folder has to be named'))
  .addOption(numeric('--tasks <n>', 'held-out tasks of each split', { least: 1, whole: true, usual: 78 }))
  .parse()
const { options, tasks } = bench.opts<{ options: object; tasks: number }>()
const world = miniwob({ ...options, dialect: 'names' })

const results = new Map<string, boolean[]>()
for (const split of ['seen', 'unseen'] as const)
  for (const [index, given] of heldOutTasks(world, split, tasks).entries()) {
    const task = world.parseTask(given)
    const won = await play(task, randomFrom(derive(rootKey(0), 'random play', split, index)))
    const name = `${task.page} (${split})`
    for (const key of [name, `all (${split})`]) results.set(key, [...(results.get(key) ?? []), won])
  }
await world.close()

console.log(header(['page', 'tasks', 'won, %']))
for (const [page, won] of [...results].sort())
  console.log(cells([page, won.length, ((100 * won.filter(each => each).length) / won.length).toFixed(1)]))

async function play(task: Parameters<typeof world.describe>[0], random: Random): Promise<boolean> {
  const episode = await world.open(task, { signal: new AbortController().signal, key: rootKey(0), run: noPrograms })
  try {
    const [goal = ''] = episode.observation.split('\n')
    const words = goal.replace('Task: ', '').match(/[\p{L}\p{N}]+/gu) ?? ['']
    const told = new Map<string, string>()
    let { observation } = episode
    for (let step = 0; step < world.stepLimit(task); step += 1) {
      for (const [, role = '', name = ''] of observation.matchAll(/^(\w+) '(.*?)'(?:,| |$)/gm)) told.set(name, role)
      if (told.size === 0) return false
      const [name, role] = random.pick([...told])
      const result = await episode.act(role === 'textbox' ? `fill ${name} ${random.pick(words)}` : `click ${name}`)
      if (result.won) return true
      if (result.lost) return false
      observation = result.observation
    }
    return false
  } finally {
    await episode.close()
  }
}

/** Pages have no programs to be run. */
function noPrograms(): never {
  throw new Error('a page asked for a program to be run')
}

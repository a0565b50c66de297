/**
 * Which kinds of task are won more often after training: depths of the desk, pages of MiniWoB++?
 * Usage: node dist/benches/success-by-kind.js --help
 * Splits the held-out tasks that runs were measured on by their kind; nothing is played.
 */
import { desk } from '../environments/desk/index.ts'
import { lengthOf } from '../environments/desk/generation/verifier.ts'
import { depthNames, depths } from '../environments/desk/generation/options.ts'
import { miniwobSettings } from '../environments/miniwob/tasks/options.ts'
import { generateMiniwobTask, parseMiniwobTask } from '../environments/miniwob/tasks/task.ts'
import type { Split } from '../src/contracts/worlds/environment.ts'
import { mean, standardError } from '../src/math/statistics.ts'
import { heldOutTasks } from '../src/rollout/evaluation.ts'
import { readRunDirectory, type RunRecord } from '../src/run/directory/run-directory.ts'
import { benchmark } from './command-line.ts'
import { cells, header } from './table.ts'

const bench = benchmark(
  'node dist/benches/success-by-kind.js',
  'Success on held-out tasks by depth of the desk or page of MiniWoB++, and by iteration.',
)
  .argument('<runs...>', 'run directories of one world; of several the mean, ± its standard error over them')
  .option('--split <split>', 'kind of held-out task: seen or unseen', 'unseen')
  .option('--temperature <t>', 'of the measurement', '0.8')
  .parse()
const { split, temperature } = bench.opts<{ split: Split; temperature: string }>()

/** The kinds of a run's held-out tasks, in their order. */
function kindsOf({ config }: RunRecord): readonly string[] {
  const { name, options } = config.environment
  const count = config.evaluation.tasks
  switch (name) {
    case 'desk': {
      const world = desk(options)
      return heldOutTasks(world, split, count).map(task => {
        const length = lengthOf(world.parseTask(task))
        return depthNames.find(depth => length <= depths[depth][1]) ?? 'longer'
      })
    }
    case 'miniwob': {
      const { tasks } = miniwobSettings(options)
      const world = {
        generate: (of: Split, random: Parameters<typeof generateMiniwobTask>[2]) =>
          generateMiniwobTask(tasks, of, random),
      }
      return heldOutTasks(world, split, count).map(task => parseMiniwobTask(task).page)
    }
    default:
      throw new RangeError(`the world must be desk or miniwob, got ${name}`)
  }
}

/** Success shares by kind and iteration, one for each run. */
const shares = new Map<string, Map<number, number[]>>()
for (const directory of bench.args) {
  const run = await readRunDirectory(directory)
  const kinds = kindsOf(run)
  const before = (await run.readSummary())?.before.evaluations ?? []
  for (const { iteration, evaluations } of [{ iteration: 0, evaluations: before }, ...(await run.readMetrics())]) {
    const measured = evaluations.find(each => each.split === split && each.temperature === Number(temperature))
    if (measured !== undefined) note(iteration, [...(measured.wins ?? '')], kinds)
  }
}

function note(iteration: number, marks: readonly string[], kinds: readonly string[]): void {
  for (const kind of new Set(['all', ...kinds])) {
    const own = marks.filter((mark, index) => mark !== '-' && (kind === 'all' || kinds[index] === kind))
    if (own.length === 0) continue
    const byIteration = shares.get(kind) ?? new Map<number, number[]>()
    const share = own.filter(mark => mark === '1').length / own.length
    shares.set(kind, byIteration.set(iteration, [...(byIteration.get(iteration) ?? []), share]))
  }
}

const iterations = [...new Set([...shares.values()].flatMap(each => [...each.keys()]))].sort((a, b) => a - b)
console.log(header(['%', ...iterations.map(each => (each === 0 ? 'before' : `after ${each}`))]))
for (const [kind, byIteration] of [...shares].sort())
  console.log(cells([kind, ...iterations.map(each => shown(byIteration.get(each) ?? []))]))

/** A mean in percent, ± its standard error where there are several. */
function shown(values: readonly number[]): string {
  if (values.length === 0) return '–'
  const error = values.length > 1 ? ` ± ${(100 * standardError(values)).toFixed(1)}` : ''
  return `${(100 * mean(values)).toFixed(1)}${error}`
}

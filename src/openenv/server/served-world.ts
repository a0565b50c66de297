/** A world as it is served: its tasks by split and index, and what its episodes need. */
import type { Split } from '../../contracts/worlds/environment.ts'
import type { Simulator, World } from '../../contracts/worlds/world.ts'
import type { RunJob } from '../../contracts/worlds/world.ts'
import { nth } from '../../math/nth.ts'
import { heldOutTask } from '../../rollout/evaluation.ts'

export interface ServedSplit {
  readonly name: Split
  /** OpenEnv's word for it. */
  readonly type: 'train' | 'validation' | 'test'
  /** Tasks that can be asked for by index. */
  readonly count: number
}

export interface ServedWorld {
  readonly world: World
  readonly splits: readonly ServedSplit[]
  /** @throws {RangeError} if the split is not among those that are served. */
  readonly task: (split: Split, index: number) => unknown
  /** Sent with each observation; `null` if clients are not to see them. */
  readonly admissible: Simulator<unknown> | null
  /** Runs programs, for worlds whose steps are programs. */
  readonly run: RunJob
}

export interface ServedWorldOptions {
  readonly world: World
  /** From a file; `null` where the world makes them. */
  readonly tasks: readonly unknown[] | null
  readonly admissible: boolean
  readonly run: RunJob
}

/** Tasks of a split of a world that makes them: more than anyone asks for, and few enough for clients that count them. */
const madeTasks = 1_000_000
const types = { train: 'train', seen: 'validation', unseen: 'test' } as const

/** @throws {RangeError} if there are no tasks, or no admissible actions where they are asked for. */
export function servedWorld({ world, tasks, admissible, run }: ServedWorldOptions): ServedWorld {
  const { generate, simulator } = world
  if (tasks === null && generate === undefined)
    throw new RangeError(`${world.name} makes no tasks: name a file of them by --set tasks.file=FILE`)
  if (tasks?.length === 0) throw new RangeError('the file of tasks must have at least one, got 0')
  if (admissible && simulator === undefined)
    throw new RangeError(`${world.name} does not tell which actions are admissible`)
  const names: readonly Split[] = tasks === null ? ['train', 'seen', 'unseen'] : ['train']
  return {
    world,
    splits: names.map(name => ({ name, type: types[name], count: tasks?.length ?? madeTasks })),
    task: (split, index) => {
      if (!names.includes(split)) throw new RangeError(`split must be ${names.join(', ')}, got ${split}`)
      return tasks === null ? heldOutTask(world, split, index) : nth(tasks, index % tasks.length)
    },
    admissible: admissible && simulator !== undefined ? simulator : null,
    run,
  }
}

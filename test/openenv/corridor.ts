/** The corridor that OpenEnv's server was recorded with: a walk from a place that the seed says to a goal. */
import type { Environment } from '../../src/contracts/worlds/environment.ts'
import type { ServedWorldOptions } from '../../src/openenv/server/served-world.ts'
import { serveWorld, type ServeWorldOptions, type WorldServer } from '../../src/openenv/server/serve-world.ts'
import { fromPure } from '../../src/rollout/from-pure.ts'
import type { ExecutionContext } from 'ava'

interface Task {
  readonly goal: number
}
interface State extends Task {
  readonly at: number
}

const seen = ({ at, goal }: State): string => `You are at ${at}. Goal ${goal}.`

export const corridor = (goal = 2): Environment<Task, State> => ({
  name: 'corridor',
  language: { phrases: [], silent: [] },
  generate: () => ({ goal }),
  parseTask: () => ({ goal }),
  describe: task => `go to ${task.goal}`,
  stepLimit: () => 5,
  start: task => ({ state: { ...task, at: 0 }, observation: seen({ ...task, at: 0 }) }),
  step: (state, action) => {
    if (action === 'crash') throw new Error('the world broke')
    const next = { ...state, at: state.at + (action === 'right' ? 1 : action === 'left' ? -1 : 0) }
    return { state: next, observation: seen(next), won: next.at === next.goal }
  },
  admissible: () => ['left', 'right'],
  expert: () => 'right',
  label: (_, action) => ({ good: action === 'right', reason: '' }),
  editNames: () => [],
  edit: () => null,
  valid: () => true,
})

const noPrograms: ServedWorldOptions['run'] = () => Promise.reject(new Error('there are no programs'))

export async function serveCorridor(
  t: ExecutionContext,
  options: Partial<ServeWorldOptions> = {},
): Promise<WorldServer> {
  const server = await serveWorld({
    ...{ world: fromPure(corridor()) as ServeWorldOptions['world'], tasks: null, admissible: true },
    ...{ port: 0, run: noPrograms, freshSeed: () => 0, ...options },
  })
  t.teardown(server.close)
  return server
}

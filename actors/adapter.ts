/**
 * The adapter actor: proposes harder or easier tasks from what the critic said. It learns online which
 * kinds of edit get accepted after which complaint, and searches for a valid candidate in a killable pool.
 */
import { concatMap, finalize, from as emit } from '../src/streams/rxjs.ts'
import type { Actor } from '../src/contracts/actor.ts'
import { crashed, type Failure } from '../src/contracts/failure.ts'
import { loadWorld } from '../src/rollout/load-world.ts'
import type { EnvironmentSource } from '../src/contracts/environment-source.ts'
import { derive } from '../src/math/random.ts'
import type { Adapt, Proposed, StateReply, ToAdapter } from '../src/contracts/messages/run.ts'
import { unreachable } from '../src/contracts/unreachable.ts'
import { createPool } from '../src/runtime/pool.ts'
import { emptyMemory, learn, rank } from '../src/curriculum/edit-memory.ts'
import type { EditMemory } from '../src/contracts/edit-memory.ts'
import { FailedError } from '../src/runtime/errors/failed-error.ts'
import type { EditFound, EditSearch } from './adapter-search.ts'

export interface AdapterOptions {
  readonly environment: EnvironmentSource
  /** Candidates tried for one proposal. */
  readonly attempts: number
  /** Most time for one search, ms. */
  readonly deadlineMs?: number
}

type Out = Proposed | StateReply

export default async function adapter(options: AdapterOptions): Promise<Actor<ToAdapter, Out>> {
  const { environment, attempts, deadlineMs = 30_000 } = options
  const world = await loadWorld(environment)

  return (inbox, { name }) => {
    const pool = createPool<EditSearch, EditFound>({
      module: new URL('./adapter-search.js', import.meta.url),
      threads: 1,
    })
    let memory: EditMemory = emptyMemory

    const propose = async (asked: Adapt): Promise<Proposed> => {
      const { id, slot, task, accuracy, direction, critic, key, from: to } = asked
      const { complaint, condemned } = critic
      const names = rank(memory, { direction, complaint, names: world.editor?.names(direction) ?? [], key })
      const order: EditSearch = { environment, task, names, complaint, attempts, key: derive(key, 'search') }
      const found = await pool.run(order, { deadlineMs })
      if (found.kind === 'failed') throw new FailedError(found.failure)
      const { edit } = found
      const said =
        complaint === null ? 'no step was condemned' : `${percent(condemned)} of steps condemned, mostly "${complaint}"`
      const proposal =
        edit === null
          ? null
          : {
              task: edit.task,
              edit: edit.name,
              complaint,
              reason: `${edit.reason} (success ${percent(accuracy)}, ${said})`,
            }
      return { kind: 'proposed', to, from: name, id, slot, proposal, failure: null }
    }

    const react = async (message: ToAdapter): Promise<readonly Out[]> => {
      switch (message.kind) {
        case 'adapt':
          try {
            return [await propose(message)]
          } catch (thrown) {
            const { from: to, id, slot } = message
            return [{ kind: 'proposed', to, from: name, id, slot, proposal: null, failure: failureOf(name, thrown) }]
          }
        case 'proposal-outcome':
          memory = learn(memory, message)
          return []
        case 'get-state':
          return [{ kind: 'state', to: message.from, from: name, id: message.id, memory }]
        case 'set-state':
          memory = message.memory
          return []
        default:
          return unreachable(message)
      }
    }
    return inbox.pipe(
      concatMap(async message => emit(await react(message))),
      concatMap(replies => replies),
      finalize(() => void pool.close()),
    )
  }
}

const failureOf = (actor: string, thrown: unknown): Failure =>
  thrown instanceof FailedError && thrown.failure.kind === 'user-code' ? thrown.failure : crashed(actor, thrown)

const percent = (share: number): string => `${Math.round(share * 100)} %`

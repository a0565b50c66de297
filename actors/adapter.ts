/**
 * The adapter actor: proposes harder or easier tasks from critiques. It learns online which kinds of edit get accepted
 * after which complaint, and searches for a valid candidate in a killable pool.
 */
import { replying } from '../src/contracts/replying.ts'
import {
  concatMap,
  connect,
  filter,
  finalize,
  from as emit,
  ignoreElements,
  merge,
  mergeMap,
  tap,
} from '../src/streams/rxjs.ts'
import type { Actor } from '../src/contracts/actor.ts'
import { crashed, type Failure } from '../src/contracts/failure.ts'
import { loadWorld } from '../src/rollout/load-world.ts'
import type { EnvironmentSource } from '../src/contracts/worlds/environment-source.ts'
import { derive } from '../src/math/random.ts'
import type { Failed, ReleaseCall, SampleCall, Sampled } from '../src/contracts/messages/run.ts'
import type { Adapt, Proposed, StateReply, ToAdapter } from '../src/curriculum/messages.ts'
import { unreachable } from '../src/contracts/unreachable.ts'
import { createPool } from '../src/runtime/pool.ts'
import { emptyMemory, learn, rank } from '../src/curriculum/edit-memory.ts'
import type { EditMemory } from '../src/contracts/worlds/edit-memory.ts'
import { FailedError } from '../src/runtime/errors/failed-error.ts'
import { loadRenderers, type RendererSources } from '../src/model/renderers/load-renderers.ts'
import type { Edit } from '../src/contracts/worlds/edit.ts'
import type { World } from '../src/contracts/worlds/world.ts'
import type { ProposalCheck, ProposalChecked } from './adapter-check.ts'
import { createDraws, type ModelSampling } from './adapter-draws.ts'
import { proposeByModel, type ModelAdapterOptions } from './adapter-model.ts'
import type { EditFound, EditSearch } from './adapter-search.ts'

export interface AdapterOptions {
  readonly environment: EnvironmentSource
  /** Candidates tried for one proposal. */
  readonly attempts: number
  /** Most time for one search, ms. */
  readonly deadlineMs?: number
  /** A language model that proposes tasks instead of the world's edits. */
  readonly model?: AdapterModel
}

export interface AdapterModel extends ModelSampling {
  readonly speech: RendererSources
}

/** The messages that it gives. */
export type AdapterOut = Proposed | StateReply | SampleCall | ReleaseCall
/** The messages that it takes. */
export type AdapterIn = ToAdapter | Sampled | Failed

/** @throws {RangeError} if a model is to propose, and the world takes no proposals or cannot ask for them. */
export default async function adapter(options: AdapterOptions): Promise<Actor<AdapterIn, AdapterOut>> {
  const { environment, attempts, deadlineMs = 30_000, model } = options
  const world = await loadWorld(environment)
  const asking = model === undefined ? null : { ...parts(world), renderer: loadRenderers(model.speech)(model.model) }

  return (inbox, { name }) => {
    const draws = createDraws(name, model)
    const pool = createPool<EditSearch, EditFound>({
      module: new URL('./adapter-search.js', import.meta.url),
      threads: 1,
    })
    const checks =
      asking === null
        ? null
        : createPool<ProposalCheck, ProposalChecked>({
            module: new URL('./adapter-check.js', import.meta.url),
            threads: 1,
          })
    let memory: EditMemory = emptyMemory

    const check: ModelAdapterOptions['check'] = async (task, proposal, key) => {
      const checked = await checks?.run({ environment, task, proposal, key }, { deadlineMs })
      if (checked === undefined) throw new RangeError('a model must propose, got none')
      if (checked.kind === 'failed') throw new FailedError(checked.failure)
      return checked
    }
    const proposeByModelFor = async (how: NonNullable<typeof asking>, sampling: AdapterModel, asked: Adapt) => {
      const draw = draws.of(asked.id)
      const { edit, refusals } = await proposeByModel({ ...how, attempts, sampling, draw, check }, asked)
      return { ...proposed(name, asked, edit), refusals }
    }
    const proposeBySearch = async (asked: Adapt): Promise<Proposed> => {
      const { task, direction, critic, key } = asked
      const { complaint, condemned } = critic
      const names = rank(memory, { direction, complaint, names: world.editor?.names(direction) ?? [], key })
      const order: EditSearch = { environment, task, names, complaint, attempts, key: derive(key, 'search') }
      const found = await pool.run(order, { deadlineMs })
      if (found.kind === 'failed') throw new FailedError(found.failure)
      const said =
        complaint === null ? 'no step was condemned' : `${percent(condemned)} of steps condemned, mostly "${complaint}"`
      return proposed(name, asked, found.edit, said)
    }
    const propose = (asked: Adapt): Promise<Proposed> =>
      asking === null || model === undefined ? proposeBySearch(asked) : proposeByModelFor(asking, model, asked)

    const react = async (message: ToAdapter): Promise<readonly AdapterOut[]> => {
      switch (message.kind) {
        case 'adapt':
          try {
            return [await propose(message)]
          } catch (thrown) {
            const { slot } = message
            const failure = failureOf(name, thrown)
            return [{ kind: 'proposed', ...replying(message, name), slot, proposal: null, failure }]
          }
        case 'proposal-outcome':
          memory = learn(memory, message)
          return []
        case 'get-state':
          return [{ kind: 'state', ...replying(message, name), memory }]
        case 'set-state':
          memory = message.memory
          return []
        default:
          return unreachable(message)
      }
    }
    /* A model is asked about several tasks at once; what depends on the order is not. */
    const answered = inbox.pipe(
      connect(all =>
        merge(
          all.pipe(filter(isDraw), tap({ next: draws.answered, complete: draws.end }), ignoreElements()),
          all.pipe(
            filter((message): message is ToAdapter => !isDraw(message)),
            asking === null
              ? concatMap(async message => emit(await react(message)))
              : mergeMap(async message => emit(await react(message)), asking.concurrent),
            concatMap(replies => replies),
            finalize(() => draws.close()),
          ),
          draws.requests,
        ),
      ),
    )
    return answered.pipe(finalize(() => void Promise.all([pool.close(), checks?.close()])))
  }
}

const isDraw = (message: AdapterIn): message is Sampled | Failed =>
  message.kind === 'sampled' || message.kind === 'failed'

/** Parts of a world that a proposing model needs. */
function parts({ name, prompts, editor }: World) {
  const adapterPrompt = prompts?.proposer
  const proposals = editor?.proposals
  if (prompts === undefined || adapterPrompt === undefined || proposals === undefined)
    throw new RangeError(
      `the world ${name} must have a prompt for the adapter and take proposals, or adaptation.service be null`,
    )
  return { proposals, prompts: { critic: prompts.critic, adapter: adapterPrompt }, concurrent: 8 }
}

/** @param said of the episodes, beside their success. */
function proposed(
  from: string,
  { id, slot, accuracy, critic: { complaint }, from: to }: Adapt,
  edit: Edit<unknown> | null,
  ...said: readonly string[]
): Proposed {
  const success = [`success ${percent(accuracy)}`, ...said].join(', ')
  const proposal = edit && { task: edit.task, edit: edit.name, complaint, reason: `${edit.reason} (${success})` }
  return { kind: 'proposed', to, from, id, slot, proposal, failure: null }
}

const failureOf = (actor: string, thrown: unknown): Failure =>
  thrown instanceof FailedError && thrown.failure.kind === 'user-code' ? thrown.failure : crashed(actor, thrown)

const percent = (share: number): string => `${Math.round(share * 100)} %`

/** Measures a policy on held-out tasks, as a stream of events. */
import type { Observable } from 'rxjs'
import type { World } from '../contracts/worlds/world.ts'
import { loadWorld } from '../rollout/load-world.ts'
import { fromWork } from '../streams/from-work.ts'
import { servedStored } from './actors/served-models.ts'
import { loadStored } from './actors/stored-model.ts'
import { environmentSource, starterFolder } from '../config/environment-source.ts'
import { heldOutTasks, measureSuccess } from '../rollout/evaluation.ts'
import type { EvaluateOptions, EvaluationEvent } from './events/events.ts'
import { policyAsAll, policyName, type PlayerModels } from '../rollout/rollout-requests.ts'
import { dated } from './events/dated.ts'
import { openActors } from './actors/open-actors.ts'
import { vocabularyCaveats } from './actors/speech.ts'
import { untilDone } from './actors/until-done.ts'

/** Name of the model that plays an agent alone. */
const modelOf = (agent: string): string => `player-${agent}`

/** @throws {RangeError} if a folder is for an agent that the world does not have. */
function evaluatedPlayers(
  world: Pick<World, 'name' | 'agents'>,
  folders: Readonly<Record<string, string>>,
): PlayerModels {
  const players = policyAsAll(world)
  for (const agent of Object.keys(folders))
    if (!Object.hasOwn(players, agent))
      throw new RangeError(`the agents of ${world.name} are ${Object.keys(players).join(', ')}, got ${agent}`)
  return { ...players, ...Object.fromEntries(Object.keys(folders).map(agent => [agent, modelOf(agent)])) }
}

/** @see Training.evaluate */
export const evaluatePolicy = ({
  config: asked,
  policy,
  players: folders = {},
  splits,
  tasks,
  signal,
}: EvaluateOptions): Observable<EvaluationEvent> =>
  fromWork(async (emit, unsubscribed) => {
    const config = dated(asked)
    const { name } = config.environment
    const world = await loadWorld(environmentSource(config.environment))
    const players = evaluatedPlayers(world, folders)
    const { engine } = config
    const own =
      engine.kind === 'openai' && engine.openai !== null
        ? await servedStored(engine.openai)
        : await loadStored(starterFolder(policy ?? config.starters.policy, name, 'policy'))
    const others = Object.entries(folders).map(
      async ([agent, folder]) => [modelOf(agent), await loadStored(folder)] as const,
    )
    const stored = { [policyName]: own, ...Object.fromEntries(await Promise.all(others)) }
    for (const text of vocabularyCaveats(stored, world)) emit({ kind: 'warning', text })
    const stop = signal === undefined ? unsubscribed : AbortSignal.any([signal, unsubscribed])
    const warn = (text: string): void => emit({ kind: 'warning', text })
    await untilDone(await openActors({ config, stored, tell: emit, warn, unsubscribed: stop }), async runActors => {
      const { temperatures } = config.evaluation
      const total = splits.length * temperatures.length
      let done = 0
      for (const split of splits) {
        const heldOut = heldOutTasks(world, split, tasks)
        for (const temperature of temperatures) {
          emit({ kind: 'progress', done, total })
          const measured = await measureSuccess(runActors.rollouts, config, {
            split,
            tasks: heldOut,
            temperatures: [temperature],
            players,
          })
          for (const success of measured) emit({ kind: 'result', success })
          done += 1
        }
      }
    })
  })

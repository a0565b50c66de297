/** From a method program to the method that the runner sees: its type parameters stay inside. */
import { maxOffPolicyIterations } from '../learning/staleness.ts'
import type { RunConfig } from '../config/config.ts'
import type { Agents, Collected, Lab, Learning, Method, MethodProgram, MethodRun, Progress } from './method.ts'
import { requirePlayers } from '../rollout/episode/agents.ts'
import { requireForks } from '../rollout/episode/candidates.ts'
import { policyAlone, type PlayerModels } from '../rollout/rollout-requests.ts'
import { prefetch } from './prefetch.ts'

export const defineMethod = <Parts extends object, Plan extends Progress, Batch extends Plan & Collected, Learned>(
  program: MethodProgram<Parts, Plan, Batch, Learned>,
): Method => ({
  name: program.name,
  actors: program.actors,
  ownActors: program.ownActors ?? [],
  models: program.models,
  drawsElsewhere: program.drawsElsewhere ?? false,
  uncounted: program.uncounted === undefined ? 'what it computes besides, of which it says nothing' : program.uncounted,
  prepare: async options => {
    const players = playersOf(program, options.config, options.world)
    requirePlayers(options.world, players)
    if (program.trees === true) requireForks(options.world)
    const { parts, formulation, caveats = [] } = await program.prepare(options)
    program.requireSignal?.(options)
    return {
      formulation,
      caveats,
      players,
      begin: async (lab, slots) =>
        running(program, players, { ...lab, ...parts }, await program.begin({ ...lab, ...parts }, slots)),
      resume: async (lab, saved) =>
        running(program, players, { ...lab, ...parts }, await program.resume({ ...lab, ...parts }, saved)),
    }
  },
})

const playersOf = (
  { players = policyAlone }: { readonly players?: PlayerModels | ((config: RunConfig, world: Agents) => PlayerModels) },
  config: RunConfig,
  world: Agents,
): PlayerModels => (typeof players === 'function' ? players(config, world) : players)

function running<Parts extends object, Plan extends Progress, Batch extends Plan & Collected, Learned>(
  program: MethodProgram<Parts, Plan, Batch, Learned>,
  players: PlayerModels,
  lab: Lab & Parts,
  start: Plan,
): MethodRun {
  const { config } = lab
  const options = { lead: maxOffPolicyIterations(config), count: config.iterations - start.iteration }
  const ahead = prefetch<Plan, Batch>(start, before => program.collect(lab, before), options)
  const saved = <P extends Plan>(plan: P): P & { readonly state: unknown } => ({ ...plan, state: program.save(plan) })
  let learned = program.fresh
  let batch: Batch | null = null
  return {
    players,
    start: saved(start),
    measure: async () => program.measure?.(lab, batch ?? start) ?? null,
    collect: async () => {
      batch = await ahead.next()
      return saved(batch)
    },
    learn: async (): Promise<Learning<Learned>> => {
      if (batch === null) throw new Error('nothing has been collected to learn from')
      const learning = await program.learn(lab, batch, learned)
      learned = learning.learned
      if (config.mode.kind === 'asynchronous') ahead.used()
      return learning
    },
    stop: ahead.stop,
  }
}

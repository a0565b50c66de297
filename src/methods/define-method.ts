/** From a method program to the method that the runner sees: its type parameters stay inside. */
import { maxOffPolicyIterations } from '../learning/staleness.ts'
import type { ConfigOf, MethodSettings, RunConfig } from '../config/config.ts'
import { requireFitting, type Measure } from '../contracts/measure.ts'
import type { World } from '../contracts/worlds/world.ts'
import type {
  Collected,
  Lab,
  Method,
  MethodMeasurement,
  MethodProgram,
  MethodRun,
  Progress,
  Timed,
  UntimedLab,
} from './method.ts'
import { requirePlayers } from '../rollout/episode/agents.ts'
import { requireForks } from '../rollout/episode/candidates.ts'
import { policyAlone, type PlayerModels } from '../rollout/rollout-requests.ts'
import { stopwatch } from '../runtime/waiting/stopwatch.ts'
import { prefetch } from './prefetch.ts'

export function defineMethod<
  Settings extends MethodSettings,
  Parts extends object,
  Plan extends Progress,
  Batch extends Plan & Collected,
  Learned,
>(program: MethodProgram<Settings, Parts, Plan, Batch, Learned>): Method {
  /* The configuration was parsed by the schema that the settings of the program are part of. */
  const own = (config: RunConfig): ConfigOf<Settings> => config as ConfigOf<Settings>
  const { measures = [] } = program
  const measuresOf = (config: ConfigOf<Settings>, world: World): readonly Measure[] =>
    typeof measures === 'function' ? measures(config, world) : measures
  return {
    name: program.name,
    settings: program.settings,
    contradictions: config => program.contradictions?.(own(config)) ?? [],
    models: (config, world) => program.models(own(config), world),
    networks: (config, world) => program.networks?.(own(config), world) ?? {},
    measures: (config, world) => measuresOf(own(config), world),
    work: (config, world) => program.work?.(own(config), world) ?? { observer: null, proposer: null },
    drawsElsewhere: program.drawsElsewhere ?? false,
    uncounted:
      program.uncounted === undefined ? 'what it computes besides, of which it says nothing' : program.uncounted,
    prepare: async options => {
      const config = own(options.config)
      const { players: chosen = policyAlone } = program
      const players = typeof chosen === 'function' ? chosen(config, options.world) : chosen
      requirePlayers(options.world, players)
      if (program.trees === true) requireForks(options.world)
      const prepared = await program.prepare?.({ ...options, config })
      program.requireSignal?.({ ...options, config })
      const { formulation = null, caveats = [] } = prepared ?? {}
      /* A program without `prepare` has no parts. */
      const parts = prepared?.parts ?? ({} as Parts)
      const whole = (lab: UntimedLab) => ({ ...lab, timed: stopwatch().timed, config, ...parts })
      return {
        formulation,
        caveats,
        players,
        parts,
        close: async () => prepared?.close?.(),
        actors: context => program.actors?.(context, config) ?? [],
        begin: async (lab, slots) => running(program, players, whole(lab), await program.begin(whole(lab), slots)),
        resume: async (lab, saved) => running(program, players, whole(lab), await program.resume(whole(lab), saved)),
      }
    },
  }
}

function running<
  Settings extends MethodSettings,
  Parts extends object,
  Plan extends Progress,
  Batch extends Plan & Collected,
  Learned,
>(
  program: MethodProgram<Settings, Parts, Plan, Batch, Learned>,
  players: PlayerModels,
  lab: Lab<ConfigOf<Settings>> & Parts,
  start: Plan,
): MethodRun {
  const { config } = lab
  const options = { lead: maxOffPolicyIterations(config), count: config.iterations - start.iteration }
  const timed = async <T>(work: (timedLab: typeof lab) => Promise<T>): Promise<T & Timed> => {
    const { laps, timed } = stopwatch()
    return { ...(await work({ ...lab, timed })), laps }
  }
  const ahead = prefetch<Plan, Batch & Timed>(
    start,
    {
      make: (before, previous) => timed(own => program.collect(own, { ...before, previous })),
      ahead: program.ahead ?? null,
    },
    options,
  )
  const saved = <P extends Plan>(plan: P): P & { readonly state: unknown } => ({ ...plan, state: program.save(plan) })
  const { measures = [] } = program
  const declared = typeof measures === 'function' ? measures(config, lab.world) : measures
  const fitting = <T extends Pick<MethodMeasurement, 'measures'>>(measured: T): T => {
    requireFitting(declared, measured.measures, program.name)
    return measured
  }
  let learned = program.fresh
  let batch: (Batch & Timed) | null = null
  return {
    players,
    start: saved(start),
    measure: async () => fitting((await program.measure?.(lab, batch ?? start)) ?? { measures: {} }),
    collect: async () => {
      batch = await ahead.next()
      return saved(batch)
    },
    learn: async () => {
      const from = batch
      if (from === null) throw new Error('nothing has been collected to learn from')
      const learning = await timed(own => program.learn(own, from, learned))
      learned = learning.learned
      if (config.mode.kind === 'asynchronous') ahead.used()
      return fitting(learning)
    },
    stop: ahead.stop,
  }
}

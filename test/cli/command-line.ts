/** Runs a command line against a terminal of text and a training that only remembers what it was asked. */
import { EMPTY, of, type Observable } from 'rxjs'
import type { DoctorEvent } from '../../src/engine/doctor/doctor.ts'
import { noAmount } from '../../src/dry-run/counts/amount.ts'
import type { Forecast } from '../../src/dry-run/counts/forecast.ts'
import type { ExperimentEvent } from '../../src/experiment/runner/events.ts'
import type { ProgramsEvent } from '../../src/items/score-programs.ts'
import { runProgram } from '../../src/cli/program.ts'
import type { Signal, Terminal } from '../../src/cli/terminal/terminal.ts'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import type { Replay } from '../../src/run/failures/replay.ts'
import type { ThroughputEvent } from '../../src/throughput/measure/events.ts'
import type { EvaluationEvent, TrainingEvent } from '../../src/run/events/events.ts'
import type { Training } from '../../src/api/training.ts'
import type { WarmStartEvent } from '../../src/warm-start/events.ts'

export interface Outcome {
  readonly code: number
  readonly printed: string
  readonly errors: string
  /** What training was asked, in order. */
  readonly asked: readonly unknown[]
  readonly quits: readonly number[]
}

export interface Scene {
  readonly training?: Observable<TrainingEvent>
  readonly evaluation?: Observable<EvaluationEvent>
  readonly programs?: Observable<ProgramsEvent>
  readonly warmStart?: Observable<WarmStartEvent>
  readonly experiment?: Observable<ExperimentEvent>
  readonly bench?: Observable<ThroughputEvent>
  readonly diagnosis?: Observable<DoctorEvent>
  readonly replay?: Replay
  readonly forecast?: Forecast
  /** Told of each text as it is printed. */
  readonly told?: (text: string) => void
  /** Of the terminal, 100. */
  readonly width?: number
  /** Told how to send a signal; Ctrl-C if none is named. */
  readonly interrupt?: (send: (signal?: Signal) => void) => void
}

const replayed: Replay = {
  model: 'policy',
  verb: 'optim-step',
  engine: parseRunConfig({}).engine,
  mixed: null,
  recorded: ['model.norm.weight'],
  found: [],
  origin: null,
}

/** Of a run that asks for nothing. */
export const emptyForecast: Forecast = {
  world: 'household',
  method: 'grpo',
  iterations: 1,
  trial: { tasks: 0, episodes: 0, tooLong: {}, turns: 0, limit: 0 },
  drawn: 0,
  proposed: noAmount,
  episodesPerGroup: 1,
  episodes: noAmount,
  turns: noAmount,
  atOnce: noAmount,
  evaluations: 0,
  evaluationEpisodes: 0,
  models: [],
  episodeBytes: noAmount,
  disk: 0,
  time: null,
  remoteDisk: 0,
  notes: ['nothing is asked'],
}

export async function commandLine(args: readonly string[], scene: Scene = {}): Promise<Outcome> {
  const printed: string[] = []
  const errors: string[] = []
  const asked: unknown[] = []
  const quits: number[] = []
  const terminal: Terminal = {
    print: text => {
      printed.push(text)
      scene.told?.(text)
    },
    printError: text => void errors.push(text),
    interactive: false,
    width: scene.width ?? 100,
    now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
    outliveDisplay: () => undefined,
    onSignal: listener => {
      scene.interrupt?.((signal = 'SIGINT') => listener(signal))
      return () => undefined
    },
    quit: code => void quits.push(code),
  }
  const answer =
    <T>(events: Observable<T> | undefined) =>
    (options: unknown): Observable<T> => {
      asked.push(options)
      return events ?? EMPTY
    }
  const training: Training = {
    train: answer(scene.training),
    resume: answer(scene.training),
    evaluate: answer(scene.evaluation),
    evaluatePrograms: answer(scene.programs),
    warmStart: answer(scene.warmStart ?? of()),
    experiment: answer(scene.experiment),
    bench: answer(scene.bench),
    diagnose: answer(scene.diagnosis),
    replay: options => {
      asked.push(options)
      return Promise.resolve(scene.replay ?? replayed)
    },
    dryRun: options => {
      asked.push(options)
      return Promise.resolve(scene.forecast ?? emptyForecast)
    },
    examineService: async function* (options) {
      asked.push(options)
      yield { what: 'reachable', outcome: 'works', detail: 'at once' } as const
      yield { what: 'model', outcome: 'refused', detail: 'no place' } as const
    },
    examineRun: async function* (options) {
      asked.push(options)
      yield { model: 'policy', what: 'reachable', outcome: 'works', detail: 'at once' } as const
      yield { model: 'reward-model', what: 'answers', outcome: 'wrong', detail: 'in prose' } as const
    },
    createGateway: options => {
      asked.push(options)
      return Promise.resolve({
        url: 'http://127.0.0.1:1/v1',
        key: 'a key that was made',
        close: () => Promise.resolve(),
      })
    },
    serveEngine: options => {
      asked.push(options)
      return Promise.resolve({ url: 'http://127.0.0.1:1', key: 'a key that was made', close: () => Promise.resolve() })
    },
  }
  const code = await runProgram(args, { terminal, training: () => Promise.resolve(training), version: '1.2.3' })
  return { code, printed: printed.join('\n'), errors: errors.join('\n'), asked, quits }
}

/** A trainer on a disk that outlives it: weights are the tokens that they were trained on, and a crash may come at every write. */
import { zeroSums } from '../../../src/engine/semantics/sums.ts'
import type { Example } from '../../../src/contracts/models/device.ts'
import type { JournalLine } from '../../../src/gateway/journal.ts'
import type { GivenVerdict, TurnFeedback } from '../../../src/gateway/history/turn-verdicts.ts'
import type { LoggedTurn } from '../../../src/gateway/training/stream/logged-turn.ts'
import type { OutcomeRule } from '../../../src/gateway/training/outcome-rule.ts'
import { turnReading } from '../../../src/gateway/training/reading.ts'
import { createTurnTrainer, type Role } from '../../../src/gateway/training/trainer.ts'
import { createTurnStream } from '../../../src/gateway/training/stream/turn-stream.ts'
import { lastTraining } from '../../../src/gateway/training/weights.ts'
import { rootKey } from '../../../src/math/random.ts'
import { turnMethod } from '../../../src/methods/registry/turn-methods.ts'
import { wordsRenderer } from '../../../src/model/renderers/words.ts'
import { writtenText } from '../../../src/model/renderers/written-text.ts'
import { wordsSpeech } from '../../../src/gateway/speech/words.ts'
import type { Vote } from '../../../src/reward/votes.ts'
import { words } from '../server/scripted.ts'

const renderer = wordsRenderer(words)
export const reading = turnReading(renderer, writtenText(words, renderer.stop))

interface Weights {
  readonly version: number
  /** First tokens of the samples, with their advantages. */
  readonly trained: readonly (readonly [token: number, advantage: number])[]
}

/** All that is left when a process ends. */
export interface Disk {
  readonly lines: JournalLine[]
  readonly weights: Map<string, Weights>
}

export const newDisk = (): Disk => ({ lines: [], weights: new Map() })

export interface KeptOptions {
  readonly disk: Disk
  readonly method?: string
  readonly settings?: object
  readonly rewardModel?: (turn: LoggedTurn) => TurnFeedback
  readonly rule?: OutcomeRule
  readonly now?: () => number
  /** Whether a line stays on the disk. */
  readonly isKept?: (line: JournalLine) => boolean
  /** Called before and after each write; it may throw. */
  readonly onWrite?: (done: boolean) => void
}

export const verdictsOf = (...votes: readonly Vote[]): readonly GivenVerdict[] =>
  votes.map(verdict => ({ verdict, reason: 'nothing happened', tokens: [3], logprobs: [-1], version: 0 }))

export const voted = (...votes: readonly Vote[]): TurnFeedback => ({
  verdicts: verdictsOf(...votes),
  hints: [],
  fault: null,
})

const initial: Weights = { version: 0, trained: [] }

export async function keptTrainer({ disk, onWrite = () => {}, isKept = () => true, ...options }: KeptOptions) {
  const {
    method = 'binary',
    settings = { turns: { batch: 2 } },
    rewardModel = () => voted(1, 1, -1),
    now = () => 0,
  } = options
  const learner = turnMethod(method).begin(settings)
  const stream = createTurnStream(learner, 100)
  for (const line of disk.lines) stream.read(line)
  const last = lastTraining(disk.lines)
  const place = (role: Role, version: number | null) => `${role} ${version}`
  const current = {
    policy: disk.weights.get(place('policy', last.policy)) ?? initial,
    rewardModel: disk.weights.get(place('rewardModel', last.rewardModel)) ?? initial,
  }
  const faults: string[] = []
  const batches: (readonly Example[])[] = []
  const model = (role: Role) => {
    let waiting: Weights['trained'] = []
    return {
      name: role,
      traits: { contextTokens: 1000, reproducible: true, durable: false, branches: true, clips: true, entropy: true },
      snapshot: () => Promise.reject(new Error('no weights')),
      logprobs: async (sequences: readonly { readonly tokens: Int32Array }[]) =>
        sequences.map(({ tokens }) => new Float32Array(tokens.length).fill(-0.5)),
      forwardBackward: async (examples: readonly Example[]) => {
        if (role === 'policy') batches.push(examples)
        waiting = examples.flatMap(({ sequence, spans }) =>
          spans.map(({ start, advantage }) => [sequence.tokens[start] ?? -1, advantage] as const),
        )
        return { ...zeroSums(), spans: waiting.length, weight: waiting.length, tokens: waiting.length }
      },
      optimStep: async () => {
        current[role] = { version: current[role].version + 1, trained: [...current[role].trained, ...waiting] }
        return { step: current[role].version, gradientNorm: 1 }
      },
    }
  }
  const written = (write: () => void): void => {
    onWrite(false)
    write()
    onWrite(true)
  }
  const trainer = createTurnTrainer({
    ...{ learner, stream, reading, now, speech: wordsSpeech(words), key: rootKey(1), rule: options.rule ?? null },
    rewardModel: async turn => rewardModel(turn),
    models: { policy: model('policy'), rewardModel: model('rewardModel') },
    journal: {
      append: async line => {
        if (isKept(line)) written(() => void disk.lines.push(structuredClone(line)))
        return isKept(line)
      },
    },
    save: async (role, version) => written(() => void disk.weights.set(place(role, version), current[role])),
    restore: async () => {
      const { policy, rewardModel } = stream.trained()
      current.policy = disk.weights.get(place('policy', policy)) ?? initial
      current.rewardModel = disk.weights.get(place('rewardModel', rewardModel)) ?? initial
    },
    onFault: reason => void faults.push(reason),
  })
  await trainer.journal.append({ kind: 'begun', at: 0 }).catch(() => {})
  return { ...trainer, stream, faults, batches, current }
}

export const outcomeLine = (
  session: string,
  outcome: number | null,
  observation: string | null = null,
): JournalLine => ({
  ...{ kind: 'outcome', session, at: 0, outcome, observation, by: 'request' },
})

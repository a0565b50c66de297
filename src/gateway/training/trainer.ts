/** Judges turns one after another and trains on them in batches, while the model goes on answering. */
import { reasonOf } from '../../contracts/failure.ts'
import type { LanguageModel } from '../../contracts/models/language-model.ts'
import type { Objective } from '../../losses/objective.ts'
import type { Vote } from '../../reward/votes.ts'
import type { Journal } from '../journal.ts'
import { binaryExample, majorityVerdict, type CompletedTurn } from './binary.ts'
import type { TurnJudge } from './judge.ts'

export interface TurnTrainerOptions {
  readonly judge: TurnJudge
  readonly model: Pick<LanguageModel, 'forwardBackward' | 'optimStep'>
  readonly objective: Objective
  readonly learningRate: number
  /** Turns with a reward, of one update. */
  readonly batch: number
  /** Updates since a turn was drawn, after which it is left out. */
  readonly maxAge: number
  /** Turns that wait; of more the oldest is left out. */
  readonly maxWaiting: number
  readonly journal: Journal
  /** Turns that are done: trained on, or without a reward. */
  readonly done: ReadonlySet<string>
  /** Keeps the weights after an update, before it is written down as done. */
  readonly save: (step: number) => Promise<void>
}

interface TurnTrainer {
  readonly take: (turn: CompletedTurn) => void
  /** Resolves when nothing waits. @throws whatever ended the training. */
  readonly idle: () => Promise<void>
}

interface Rewarded {
  readonly turn: CompletedTurn
  readonly reward: Vote
}

/** @param step updates made so far. */
export function createTurnTrainer(options: TurnTrainerOptions, step: number): TurnTrainer {
  const { judge, model, objective, learningRate, batch, maxAge, maxWaiting, journal, done, save } = options
  const waiting: CompletedTurn[] = []
  let rewarded: Rewarded[] = []
  let work = Promise.resolve()

  const isFresh = ({ version }: CompletedTurn): boolean => step - version <= maxAge

  async function next(): Promise<void> {
    const turn = waiting.shift()
    if (turn === undefined || !isFresh(turn)) return
    const { verdicts, fault } = await judge(turn).then(
      given => ({ verdicts: given, fault: null }),
      (thrown: unknown) => ({ verdicts: [], fault: reasonOf(thrown) }),
    )
    const reward = majorityVerdict(verdicts.map(({ verdict }) => verdict))
    await journal.append({ kind: 'judged', id: turn.id, verdicts, fault, reward })
    if (reward !== 0) rewarded.push({ turn, reward })
    rewarded = rewarded.filter(each => isFresh(each.turn))
    if (rewarded.length >= batch) await update(rewarded.splice(0))
  }

  async function update(samples: readonly Rewarded[]): Promise<void> {
    const examples = samples.map(({ turn, reward }) => binaryExample(turn, reward))
    await model.forwardBackward(examples, objective)
    step = (await model.optimStep({ learningRate })).step
    await save(step)
    await journal.append({ kind: 'trained', step, turns: samples.map(({ turn }) => turn.id) })
  }

  return {
    take: turn => {
      if (done.has(turn.id)) return
      waiting.push(turn)
      if (waiting.length > maxWaiting) waiting.shift()
      work = work.then(next)
      /* `idle` tells it. */
      work.catch(() => {})
    },
    idle: () => work,
  }
}

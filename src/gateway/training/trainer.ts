/** Has turns voted on and trains on them, while the model goes on answering. What it did is what it wrote down: a crash loses no turn, and repeats none. */
import { reasonOf } from '../../contracts/failure.ts'
import type { LanguageModel } from '../../contracts/models/language-model.ts'
import { objectiveOf } from '../../learning/objective-of.ts'
import type { Samples } from '../../learning/samples.ts'
import { trainModel } from '../../learning/train-model.ts'
import type { TurnLearner } from '../../methods/turns/turn-method.ts'
import { turnSamples, verdictSamples } from '../../methods/turns/turn-samples.ts'
import { derive, type Key } from '../../math/random.ts'
import type { Journal, JournalLine, OutcomeLine } from '../journal.ts'
import type { AgentSpeech } from '../speech/agent-speech.ts'
import { turnEpisode, type PieceTurns } from './episodes.ts'
import { hindsightsOf } from './hindsight.ts'
import type { TurnRewardModel } from './turn-reward-model.ts'
import type { OutcomeRule } from './outcome-rule.ts'
import type { TurnReading } from './reading.ts'
import { spokenIn, type LoggedTurn } from './stream/logged-turn.ts'
import type { Piece } from './stream/pieces.ts'
import type { TurnStream } from './stream/turn-stream.ts'

type Trainable = Pick<LanguageModel, 'name' | 'logprobs' | 'forwardBackward' | 'optimStep' | 'snapshot' | 'traits'>

export type Role = 'policy' | 'rewardModel'

interface TurnTrainerOptions {
  readonly learner: TurnLearner
  /** Which has read the lines there were. */
  readonly stream: TurnStream
  readonly journal: Journal
  readonly rewardModel: TurnRewardModel
  readonly reading: TurnReading
  readonly speech: Pick<AgentSpeech, 'opening'>
  readonly models: Readonly<Record<Role, Trainable>>
  /** Keeps weights before they are written down as trained. */
  readonly save: (role: Role, version: number) => Promise<void>
  /** Loads the weights last written down: those at hand may be others. */
  readonly restore: () => Promise<void>
  /** Says how sessions end; `null` where requests and silence alone do. */
  readonly rule: OutcomeRule | null
  readonly key: Key
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Told why it could not go on: it tries again when something happens. */
  readonly onFault: (reason: string) => void
}

export interface TurnTrainer {
  /** Writes a line, and learns from it. */
  readonly journal: Journal
  /** Nothing of a session is trained on any more. */
  readonly forget: (session: string) => void
  /** Time has passed: sessions may have fallen silent. */
  readonly tick: () => void
  /** Asks for no more verdicts: the next trainer goes on with the turns that have none. */
  readonly stop: () => void
  /** Resolves when there is nothing to do. */
  readonly idle: () => Promise<void>
}

/** Turns voted on at once, by batches of the engine for which answers may have to wait. */
const votedAtOnce = 4

/** Turns whose verdicts may be on their way to the disk while others are voted on. */
const mostUnwritten = 64

export function createTurnTrainer(options: TurnTrainerOptions): TurnTrainer {
  const { learner, stream, journal, rewardModel, rule, now, onFault } = options
  let work = Promise.resolve()

  const write = async (line: JournalLine): Promise<boolean> => {
    const isKept = await journal.append(line)
    if (isKept) stream.read(line)
    return isKept
  }
  /** Verdicts on their way to the disk, by turn; one that the disk refused stays. */
  const unwritten = new Map<string, Promise<unknown>>()
  const vote = async (turn: LoggedTurn): Promise<void> => {
    const feedback = await rewardModel(turn)
    const written = write({ kind: 'voted', id: turn.id, ...feedback }).then(() => unwritten.delete(turn.id))
    /* It is told where it is waited for. */
    written.catch(() => {})
    unwritten.set(turn.id, written)
  }

  let [isWoken, isStopped] = [false, false]
  const wake = (): void => {
    /* What is about to begin sees all that has happened. */
    if (isWoken) return
    isWoken = true
    work = work.then(run).catch(async (thrown: unknown) => {
      await Promise.allSettled(unwritten.values())
      unwritten.clear()
      onFault(reasonOf(thrown))
    })
  }

  async function run(): Promise<void> {
    isWoken = false
    if (learner.unit === 'session') await endSessions()
    for (;;) {
      const batch = stream.batch(now())
      if (batch !== null) await update(options, write, batch)
      const turns = isStopped ? [] : stream.withoutVerdicts(votedAtOnce, unwritten)
      if (batch === null && turns.length === 0 && unwritten.size === 0) return
      await Promise.all(turns.map(vote))
      if (turns.length === 0 || unwritten.size >= mostUnwritten) await Promise.all(unwritten.values())
    }
  }

  async function endSessions(): Promise<void> {
    for (const piece of stream.underWay()) {
      const seen = progressOf(piece)
      const isSilent = now() - piece.at > learner.sessions.idleMinutes * 60_000
      const outcome = rule === null ? null : await rule(toRule(piece, options.reading, isSilent))
      if (outcome === null && !isSilent) continue
      /* It went on, or ended, meanwhile. */
      if (!stream.underWay().includes(piece) || progressOf(piece) !== seen) continue
      const by: OutcomeLine['by'] = outcome === null ? 'silence' : 'rule'
      await write({ kind: 'outcome', session: piece.session, at: now(), outcome, observation: null, by })
    }
  }

  return {
    journal: {
      append: async line => {
        const isKept = await write(line)
        wake()
        return isKept
      },
    },
    forget: stream.remove,
    tick: wake,
    stop: () => void (isStopped = true),
    idle: () => work,
  }
}

/** Another one once the session has gone on. */
const progressOf = ({ at, turns, open }: Piece): string => `${at} ${turns.length + open.size}`

const toRule = ({ session, task, turns, open }: Piece, reading: TurnReading, isSilent: boolean) => ({
  ...{ id: session, task, isSilent },
  turns: [...turns, ...open.values()].map(turn => ({
    asked: spokenIn(turn.asked),
    said: reading.said(turn),
    next: turn.next,
  })),
})

/** Trains both models on groups of turns, keeps their weights, and then writes down that it did. */
async function update(
  options: TurnTrainerOptions,
  write: Journal['append'],
  groups: readonly (readonly PieceTurns[])[],
): Promise<void> {
  const { learner, stream, reading, speech, models, restore, now } = options
  const turns = groups.flat().flatMap(each => each.turns)
  const versions = stream.versions()
  const { staleness } = learner.settings.turns
  /* Others may be given meanwhile. */
  const human = new Map(turns.flatMap(turn => (turn.human === null ? [] : [[turn, turn.human]])))
  const hindsights = learner.hints === null ? new Map() : await hindsightsOf(models.policy, speech, turns, human)
  const credited = groups.map(group => {
    const episodes = group.map(each => turnEpisode(each, reading, { hindsights, human }))
    return { group: episodes, credits: learner.credit(episodes) }
  })
  const policy = turnSamples(credited, { trainings: versions.policy, staleness })
  const voted =
    learner.rewardModel === null ? null : verdictSamples(credited, learner.rewardModel, versions.rewardModel)
  const before = stream.trained()
  try {
    const trained = {
      policy: (await train(options, 'policy', policy)) ?? before.policy,
      rewardModel: (voted === null ? null : await train(options, 'rewardModel', voted)) ?? before.rewardModel,
    }
    await write({
      ...{ kind: 'trained', at: now(), ...trained, turns: turns.map(({ id }) => id) },
      ...(human.size === 0 ? {} : { heard: Object.fromEntries([...human].map(([{ id }, { at }]) => [id, at])) }),
      samples: { policy: policy.ages.length, rewardModel: voted?.ages.length ?? 0 },
      dropped: { ...policy.dropped, ...stream.left() },
    })
  } catch (thrown) {
    await restore()
    throw thrown
  }
}

/** @returns the version of the weights that are kept; `null` if there was nothing to train on. */
async function train(
  { learner, models, key, save }: TurnTrainerOptions,
  role: Role,
  samples: Samples,
): Promise<number | null> {
  const { settings } = learner
  const training = role === 'policy' ? settings.policy : learner.rewardModel
  if (samples.packed.length === 0 || training === null) return null
  const { version } = await trainModel({
    ...{ model: models[role], ...samples, ...training },
    ratioCap: settings.turns.ratioCap,
    objective: objectiveOf(training, role),
    key: derive(key, role, samples.packed.length, samples.ages.length),
  })
  if (version !== null) await save(role, version)
  return version
}

/** The trainer of a gateway: its method, its reward model, and where weights are kept. */
import type { ChatTemplate } from '../../contracts/models/chat-template.ts'
import type { Tree } from '../../config/tree.ts'
import type { OpenLab } from '../../lab/open-lab.ts'
import { derive } from '../../math/random.ts'
import { turnMethod } from '../../methods/registry/turn-methods.ts'
import type { TurnLearner } from '../../methods/turns/turn-method.ts'
import { loadRenderers } from '../../model/renderers/load-renderers.ts'
import { writtenText } from '../../model/renderers/written-text.ts'
import { rewardModelName } from '../../reward/requests-with-votes.ts'
import { loadStored } from '../../run/actors/stored-model.ts'
import type { Journal, JournalLine } from '../journal.ts'
import type { AgentSpeech } from '../speech/agent-speech.ts'
import type { Tokenizer } from '../../model/tokenizer/tokenizer.ts'
import { givingWay, modelGivingWay } from './give-way.ts'
import { turnRewardModel } from './turn-reward-model.ts'
import { checkedRule, loadOutcomeRule, type OutcomeRule } from './outcome-rule.ts'
import { turnReading } from './reading.ts'
import type { Serving } from './serving.ts'
import { createTurnTrainer, type Role, type TurnTrainer } from './trainer.ts'
import { createTurnStream } from './stream/turn-stream.ts'
import { keepWeights, trainedFolders } from './weights.ts'

export interface TrainingOptions {
  /** `binary`, `opd`, `combined` or `rlanything`. */
  readonly method?: string | undefined
  /** Those of the method, e.g. `{ policy: { learningRate: 1e-5 } }`. */
  readonly settings?: Tree | undefined
  /** A rule by which sessions end, or the file whose default export is one. */
  readonly outcome?: string | OutcomeRule | undefined
}

/** What of the options can be refused before anything is opened. */
interface PreparedTraining {
  readonly learner: TurnLearner
  readonly rule: OutcomeRule | null
}

/** @throws {RangeError} if there is no such method or rule, or a setting is wrong. */
export async function preparedTraining({
  method = 'binary',
  settings = {},
  outcome,
}: TrainingOptions): Promise<PreparedTraining> {
  const learner = turnMethod(method).begin(settings)
  return { learner, rule: typeof outcome === 'string' ? await loadOutcomeRule(outcome) : (outcome ?? null) }
}

interface GatewayTrainerOptions extends PreparedTraining {
  readonly lab: OpenLab
  /** Folders of the models as they were given. */
  readonly given: Readonly<Record<Role, string>>
  /** Weights are kept below it. */
  readonly directory: string
  readonly journal: Journal & { readonly lines: readonly JournalLine[] }
  readonly policy: {
    readonly speech: AgentSpeech
    readonly tokenizer: Tokenizer
    /** Text of its tokenizer.json. */
    readonly json: string
    readonly chat: ChatTemplate | undefined
  }
  readonly maxSessions: number
  readonly now: () => number
  readonly serving: Serving
}

/** Most milliseconds between looks for sessions that have fallen silent. */
const tickMs = 5000

/** @throws {RangeError} if the reward model is none, or cannot be spoken to. */
export async function gatewayTrainer({
  lab,
  given,
  directory,
  journal,
  policy,
  maxSessions,
  now,
  serving,
  learner,
  rule,
}: GatewayTrainerOptions): Promise<TurnTrainer> {
  const stored = await loadStored(given.rewardModel)
  const { prompts } = lab.world
  const renderer = loadRenderers({
    tokenizers: { [rewardModelName]: stored.tokenizer },
    ...(stored.chat === undefined ? {} : { chats: { [rewardModelName]: stored.chat } }),
    ...(prompts === undefined ? {} : { prompts }),
  })(rewardModelName)
  const reading = turnReading(renderer, writtenText(policy.tokenizer, policy.speech.stop))
  const after = (ms: number): Promise<void> => new Promise(resolve => void setTimeout(resolve, ms).unref())
  const work = givingWay({ serving, now, after, share: learner.settings.turns.share })
  const models = {
    policy: modelGivingWay(lab.model('policy'), work),
    rewardModel: modelGivingWay(lab.model(rewardModelName), work),
  }
  const tokenizers = {
    policy: { tokenizer: policy.json, chat: policy.chat },
    rewardModel: { tokenizer: stored.tokenizer, chat: stored.chat },
  }
  const key = derive(lab.root, 'gateway')
  const stream = createTurnStream(learner, maxSessions)
  for (const line of journal.lines) stream.read(line)
  const onFault = warned()
  const trainer = createTurnTrainer({
    ...{ learner, stream, journal, reading, models, onFault, now, speech: policy.speech },
    rewardModel: turnRewardModel({ model: models.rewardModel, renderer, reading, learner, key: derive(key, 'judge') }),
    rule: rule === null ? null : checkedRule(rule, onFault),
    key: derive(key, 'minibatches'),
    save: async (role, version) => {
      const { tokenizer, chat } = tokenizers[role]
      const options = { model: models[role], tokenizer, ...(chat === undefined ? {} : { chat }) }
      await keepWeights(directory, role, version, options)
    },
    restore: async () => {
      const last = trainedFolders(directory, stream.trained(), given)
      await models.policy.load({ kind: 'folder', path: last.policy })
      await models.rewardModel.load({ kind: 'folder', path: last.rewardModel })
    },
  })
  await trainer.journal.append({ kind: 'begun', at: now() })
  const timer = setInterval(trainer.tick, Math.min(tickMs, learner.sessions.idleMinutes * 15_000)).unref()
  const stop = (): void => {
    clearInterval(timer)
    trainer.stop()
  }
  return { ...trainer, stop }
}

/** Tells each reason once in a row. */
function warned(): (reason: string) => void {
  let last = ''
  return reason => {
    if (reason !== last) process.emitWarning(`training on turns cannot go on: ${reason}`)
    last = reason
  }
}

/** The trainer of a gateway's policy, with the settings that a run of the world has. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChatTemplate } from '../../contracts/models/chat-template.ts'
import type { OpenLab } from '../../lab/open-lab.ts'
import { derive } from '../../math/random.ts'
import { loadRenderers } from '../../model/renderers/load-renderers.ts'
import { rewardModelName } from '../../reward/judged-requests.ts'
import { loadStored } from '../../run/actors/stored-model.ts'
import type { Journal, JournalLine } from '../journal.ts'
import { turnJudge } from './judge.ts'
import { createTurnTrainer } from './trainer.ts'

interface GatewayTrainerOptions {
  readonly lab: OpenLab
  /** Folder of the reward model. */
  readonly rewardModel: string
  /** Weights are kept below it. */
  readonly directory: string
  readonly journal: Journal & { readonly lines: readonly JournalLine[] }
  /** Text of the policy's tokenizer.json. */
  readonly json: string
  readonly chat: ChatTemplate | undefined
}

/** Verdicts on a turn, their temperature, the weight of KL, and turns of an update. Source: OpenClaw-RL; the batch is ours. */
const [count, temperature, klWeight, batch] = [3, 0.6, 0.02, 16]
const maxVerdictTokens = 64

/** Where weights are kept after so many updates. */
export const weightsFolder = (directory: string, step: number): string => join(directory, 'policy', String(step))

/** @throws {RangeError} if the reward model is none, or cannot be spoken to. */
export async function gatewayTrainer({
  lab,
  rewardModel,
  directory,
  journal,
  json,
  chat,
}: GatewayTrainerOptions): Promise<ReturnType<typeof createTurnTrainer>> {
  const stored = await loadStored(rewardModel)
  const { prompts } = lab.world
  const renderer = loadRenderers({
    tokenizers: { [rewardModelName]: stored.tokenizer },
    ...(stored.chat === undefined ? {} : { chats: { [rewardModelName]: stored.chat } }),
    ...(prompts === undefined ? {} : { prompts }),
  })(rewardModelName)
  const key = derive(lab.root, 'gateway', 'judge')
  const model = lab.model('policy')
  const steps = journal.lines.map(line => (line.kind === 'trained' ? line.step : 0))
  const done = journal.lines.flatMap(line => {
    if (line.kind === 'trained') return line.turns
    return line.kind === 'judged' && line.reward === 0 ? [line.id] : []
  })
  return createTurnTrainer(
    {
      judge: turnJudge({
        model: lab.model(rewardModelName),
        renderer,
        count,
        temperature,
        maxTokens: maxVerdictTokens,
        key,
      }),
      ...{ model, batch, journal, maxAge: 2, maxWaiting: 1024, done: new Set(done) },
      objective: { kind: 'clipped', clip: 0.2, klWeight },
      learningRate: lab.config.policy.learningRate,
      save: async step => {
        const folder = weightsFolder(directory, step)
        /* A gateway may have been killed before these were written down as done. */
        await rm(folder, { recursive: true, force: true })
        await model.save(folder, { tokenizer: json, ...(chat === undefined ? {} : { chat }) })
        /* Those before are the last that were. */
        await rm(weightsFolder(directory, step - 2), { recursive: true, force: true })
      },
    },
    Math.max(0, ...steps),
  )
}

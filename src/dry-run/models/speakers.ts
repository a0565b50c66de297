/** The models that play and observe, as the demand of a run follows from them. */
import { maxOffPolicyIterations } from '../../learning/staleness.ts'
import type { RunConfig } from '../../config/config.ts'
import type { ModelTraining } from '../../config/model-schema.ts'
import type { ObserverWork } from '../../methods/method-work.ts'
import type { World } from '../../contracts/worlds/world.ts'
import { type Key, derive, randomFrom } from '../../math/random.ts'
import { zip } from '../../math/zip.ts'
import type { Renderer } from '../../model/renderers/renderer.ts'
import { loadTokenizer } from '../../model/tokenizer/load-tokenizer.ts'
import { protocolOf, noteProtocol } from '../../reward/kinds/protocols.ts'
import type { StoredModel } from '../../run/actors/stored-model.ts'
import { counted, observerProfile, policyProfile, type TokenMeasure } from '../episodes/read-episode.ts'
import { meanTokens, speakerTokens, type SpeakerRules, type SpeakerTokens } from '../episodes/speaker-tokens.ts'
import { type SimulatedEpisode, simulated } from '../../rollout/episode/simulated.ts'
import type { ModelPlace } from '../counts/forecast.ts'
import type { TrainedRole } from './speaker-shape.ts'

/** A model of the run, and how it is spoken to. */
export interface Speaker {
  readonly stored: StoredModel
  readonly renderer: Renderer
  readonly place: ModelPlace
}

export interface TriedTokens {
  readonly tokens: SpeakerTokens
  readonly contextTokens: number
  /** Tried episodes that are longer than its context. */
  readonly tooLong: number
}

export interface TriedEpisodes {
  readonly world: World
  readonly episodes: readonly SimulatedEpisode[]
  /** The largest step limit of the tasks. */
  readonly limit: number
}

/** @param tasks at least one. */
export function tryTasks(world: World, tasks: readonly unknown[], key: Key): TriedEpisodes {
  const limit = Math.max(...tasks.map(task => world.stepLimit(task)))
  return { world, limit, episodes: tasks.flatMap((task, index) => tryTask(world, task, derive(key, index))) }
}

export function policyTokens(
  { episodes, limit }: TriedEpisodes,
  speaker: Speaker,
  { maxTokens }: Pick<RunConfig['policy'], 'maxTokens'>,
): TriedTokens {
  const measure = measureOf(speaker, maxTokens)
  const rules = { appends: true, samples: 1, maxTokens, suffix: 0, contextTokens: contextOf(speaker) }
  return tried(
    episodes.map(episode => policyProfile(episode, speaker.renderer, measure)),
    rules,
    limit,
  )
}

export function observerTokens(
  { world, episodes, limit }: TriedEpisodes,
  speaker: Speaker,
  { maxTokens, samples, view: chosen }: Pick<ObserverWork, 'maxTokens' | 'samples' | 'view'>,
): TriedTokens {
  const protocolName = protocolOf(world)
  const view = protocolName === 'verdicts' ? chosen : 'history'
  const measure = { ...measureOf(speaker, maxTokens), view, answer: () => halfOf(maxTokens) }
  const protocol = noteProtocol(protocolName, speaker.renderer)
  const suffix = counted(protocol.promptSuffix, measure)
  const isAlone = view === 'step'
  const rules = { appends: false, isAlone, samples, maxTokens, suffix, contextTokens: contextOf(speaker) }
  return tried(
    episodes.map(episode => observerProfile(episode, protocol, measure)),
    rules,
    limit,
  )
}

function tried(
  profiles: readonly Parameters<typeof speakerTokens>[0][],
  rules: SpeakerRules,
  limit: number,
): TriedTokens {
  const { contextTokens } = rules
  const unbounded = profiles.map(profile => speakerTokens(profile, { ...rules, contextTokens: Infinity }, limit))
  const each = profiles.map(profile => speakerTokens(profile, rules, limit))
  const longest = zip(profiles, unbounded).map(([{ reads }, { context }]) =>
    reads.length === 0 ? 0 : context.about + rules.suffix,
  )
  return { tokens: meanTokens(each), contextTokens, tooLong: longest.filter(length => length > contextTokens).length }
}

/** English text has some four bytes a token; models that are sent messages have one token a byte here. */
const bytesPerToken = 4

/** Half of a model's limit: how long it thinks is unknown. */
export const halfOf = (maxTokens: number): number => Math.ceil(maxTokens / 2)

export function measureOf({ stored, renderer, place }: Speaker, maxTokens: number): TokenMeasure {
  const isText = place === 'server' && stored.served?.api === 'chat'
  if (renderer.form === 'chat') return { answer: () => halfOf(maxTokens), perToken: isText ? bytesPerToken : 1 }
  const tokenizer = loadTokenizer(stored.tokenizer)
  return { answer: text => Math.min(maxTokens, tokenizer.encode(text).length + 1), perToken: 1 }
}

export const contextOf = ({ stored: { config, served } }: Pick<Speaker, 'stored'>): number =>
  served?.contextTokens ?? config?.max_position_embeddings ?? Infinity

/** `null` where nothing is to be trained. */
export const trainingOf = (
  { minibatches, oldLogprobs }: Pick<ModelTraining, 'minibatches' | 'oldLogprobs'>,
  { mode }: Pick<RunConfig, 'mode'>,
): TrainedRole => ({
  minibatches,
  scores: oldLogprobs === 'scored' ? 'every' : maxOffPolicyIterations({ mode }) > 0 ? 'stale' : 'none',
})

/**
 * A task as one wins it and as one loses it. A world without an expert cannot be played here: of its tasks the description alone is
 * known, and every turn up to the limit counts as empty.
 *
 * @returns two episodes, or one.
 */
function tryTask<Task>(world: World<Task>, task: Task, key: Key): readonly SimulatedEpisode[] {
  const { simulator } = world
  if (simulator === undefined) {
    const steps = Array.from({ length: world.stepLimit(task) }, () => ({ action: '', observation: '' }))
    return [{ opening: world.describe(task), steps }]
  }
  const random = randomFrom(key)
  const atRandom = (actions: readonly string[]): string | null => (actions.length === 0 ? null : random.pick(actions))
  return [
    simulated(simulator, task, state => simulator.expert(state)),
    simulated(simulator, task, state => atRandom(simulator.admissible(state)) ?? simulator.expert(state)),
  ]
}

/** Whether a service with the Tinker API can train our models: one finding after another, until one is that it cannot. */
import type { Normalisation } from '../../contracts/models/engine-names.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { faultOf } from '../http/exchange.ts'
import { usualFetch } from '../http/fetch.ts'
import type { ModelConfig } from '../../contracts/models/model-config.ts'
import { derive, randomFrom, rootKey } from '../../math/random.ts'
import { nth } from '../../math/nth.ts'
import { loadModelConfig } from '../../model/checkpoint.ts'
import { now as sharedClock } from '../../runtime/waiting/clock.ts'
import { forwardDatum, trainingDatum } from '../tinker/data/datums.ts'
import { openService, type ServiceOptions } from '../tinker/service/service.ts'
import { openTrainingModel, type TrainingModel } from '../tinker/service/training-model.ts'
import { localLogprobs } from './local-logprobs.ts'

export interface ExamineOptions extends ServiceOptions {
  /** Model of the service; `null` takes its first. */
  readonly baseModel: string | null
  /** Folder with the config.json of that model; with its weights too, log-probabilities are compared. */
  readonly folder: string
  readonly rank: number
  /** For how long passes are timed. */
  readonly seconds: number
  /** Ms. */
  readonly now?: () => number
}

export interface ServiceFinding {
  readonly what: string
  readonly outcome: 'works' | 'wrong' | 'unknown' | 'refused'
  /** In words. */
  readonly detail: string
  /** The divisor of gradients on the service, where found out. */
  readonly normalisation?: Normalisation
}

/** Float32 in another order gives 1e-5, bfloat16 more. */
const maxNats = 1e-2
const maxRatioError = 0.02

/** A service that is not there is not waited for. */
export const notThere = (url: string, fault: string): ServiceFinding => ({
  what: 'reachable',
  outcome: 'refused',
  detail: `${url} cannot be reached (${fault})`,
})

/** A model is made on the service for it, and unloaded at the end. */
export async function* examineService(options: ExamineOptions): AsyncGenerator<ServiceFinding> {
  const { now = sharedClock, folder, baseModel, rank, seconds } = options
  const refused = (what: string, thrown: unknown): ServiceFinding => ({
    what,
    outcome: 'refused',
    detail: reasonOf(thrown),
  })
  const config = await loadModelConfig(folder)
  const fault = await faultOf(options.url, options.fetch ?? usualFetch)
  if (fault !== null) {
    yield notThere(options.url, fault)
    return
  }
  let began = now()
  const opened = await openService(options).catch((thrown: unknown) => refused('reachable', thrown))
  if ('outcome' in opened) {
    yield opened
    return
  }
  try {
    const names = opened.supported.map(({ name }) => name)
    const chosen = baseModel ?? names[0] ?? ''
    yield { what: 'reachable', outcome: 'works', detail: `in ${ms(now() - began)}; models: ${names.join(', ')}` }
    if (!names.includes(chosen)) {
      yield { what: 'model', outcome: 'refused', detail: `it must be one of ${names.join(', ')}, got ${chosen}` }
      return
    }
    began = now()
    const made = openTrainingModel(opened, { baseModel: chosen, rank, seed: 1, path: null })
    const model = await made.catch((thrown: unknown) => refused('model', thrown))
    if ('outcome' in model) {
      yield model
      return
    }
    try {
      const again = model.knowsAgain
        ? 'knows a request again'
        : 'does not know a request again: none that changes it is repeated'
      yield {
        what: 'model',
        outcome: 'works',
        detail: `${chosen}, in ${ms(now() - began)}; takes ${model.form}; ${again}`,
      }
      for (const [what, examine] of Object.entries(examinations({ model, config, folder, seconds, now })))
        yield await examine().then(
          found => ({ what, ...found }),
          (thrown: unknown) => refused(what, thrown),
        )
    } finally {
      await model.unload()
    }
  } finally {
    opened.close()
  }
}

interface ServiceModel {
  readonly model: TrainingModel
  readonly config: ModelConfig
  readonly folder: string
  readonly seconds: number
  readonly now: () => number
}

const examinations = (
  examined: ServiceModel,
): Readonly<Record<string, () => Promise<Omit<ServiceFinding, 'what'>>>> => ({
  'log-probabilities': () => compareLogprobs(examined),
  samples: () => compareSamples(examined),
  losses: () => compareLosses(examined),
  speed: () => timePasses(examined),
})

const drawn = ({ vocab_size: size }: ModelConfig, length: number, label: number): Int32Array => {
  const random = randomFrom(derive(rootKey(1), label))
  return Int32Array.from({ length }, () => random.integer(size))
}

const scores = async (model: TrainingModel, tokens: readonly Int32Array[]): Promise<readonly Float32Array[]> =>
  (await model.forward(tokens.map(each => forwardDatum({ tokens: each })))).map(
    output => output['logprobs'] ?? new Float32Array(0),
  )

async function compareLogprobs({ model, config, folder }: ServiceModel): Promise<Omit<ServiceFinding, 'what'>> {
  const sequences = [8, 20, 33].map((length, label) => drawn(config, length, label))
  const found = await scores(model, sequences)
  if (!found.every(each => each.every(Number.isFinite))) return { outcome: 'wrong', detail: 'some are not finite' }
  const own = await localLogprobs(folder, sequences)
  if (own === null) return { outcome: 'unknown', detail: 'finite; there are no weights here to compare with' }
  const difference = Math.max(
    ...found.flatMap((each, index) => [...each].map((value, at) => Math.abs(value - nth(nth(own, index), at + 1)))),
  )
  return {
    outcome: difference <= maxNats ? 'works' : 'wrong',
    detail: `at most ${difference.toExponential(1)} nats from those of the local engine`,
  }
}

async function compareSamples({ model, config }: ServiceModel): Promise<Omit<ServiceFinding, 'what'>> {
  const prompt = drawn(config, 8, 3)
  const sampler = await model.openSampler()
  const params = { max_tokens: 8, seed: 1, temperature: 1, top_p: 1, stop: [] }
  const { sequences } = await sampler.sample(prompt, 1, params)
  const { tokens, logprobs } = nth(sequences, 0)
  if (logprobs === null) return { outcome: 'wrong', detail: 'they have no log-probabilities' }
  const [scored = new Float32Array(0)] = await scores(model, [Int32Array.of(...prompt, ...tokens)])
  const difference = Math.max(
    ...[...logprobs].map((value, at) => Math.abs(value - nth(scored, prompt.length - 1 + at))),
  )
  return difference <= maxNats
    ? {
        outcome: 'works',
        detail: `their log-probabilities are those of a pass, to ${difference.toExponential(1)} nats`,
      }
    : {
        outcome: 'wrong',
        detail: `their log-probabilities are ${difference.toExponential(1)} nats from those of a pass: leave oldLogprobs=scored`,
      }
}

/** Norms of gradients reveal the service's divisor: updates with a tiny step size give them. */
async function compareLosses({ model, config }: ServiceModel): Promise<Omit<ServiceFinding, 'what'>> {
  const [short, long] = [drawn(config, 9, 4), drawn(config, 17, 5)]
  const [ofShort = new Float32Array(0), ofLong = new Float32Array(0)] = await scores(model, [short, long])
  const advantages = ofShort.map((_, at) => (at % 2 === 0 ? 1 : -0.5))
  const one = trainingDatum({ tokens: short }, ofShort, advantages)
  const other = trainingDatum({ tokens: long }, ofLong, new Float32Array(ofLong.length))
  const adam = { learning_rate: 1e-12, beta1: 0.9, beta2: 0.999, eps: 1e-8, weight_decay: 0, grad_clip_norm: 0 }
  const norm = async (data: Parameters<TrainingModel['train']>[0], fn: string): Promise<number | null> =>
    Object.entries(await model.train(data, { fn }, adam)).find(([name]) => /grad(ient)?_norm/.test(name))?.[1] ?? null
  const alone = await norm([one], 'importance_sampling')
  const both = await norm([one, other], 'importance_sampling')
  const clipped = await norm([one], 'ppo')
  if (alone === null || both === null || clipped === null)
    return { outcome: 'unknown', detail: 'importance_sampling and ppo are taken; no norm of gradients is reported' }
  if (Math.abs(clipped / alone - 1) > maxRatioError)
    return {
      outcome: 'wrong',
      detail: `at the present weights ppo has a gradient of norm ${clipped}, importance_sampling ${alone}`,
    }
  const divisors: readonly (readonly [Normalisation, number])[] = [
    ['sum', 1],
    ['datum-mean', 1 / 2],
    ['token-mean', ofShort.length / (ofShort.length + ofLong.length)],
  ]
  const found = divisors.find(([, ratio]) => Math.abs(both / alone / ratio - 1) < maxRatioError)?.[0]
  return found === undefined
    ? {
        outcome: 'wrong',
        detail: `another datum without gradient changes the norm by ${both / alone}: by what it divides is unknown`,
      }
    : {
        outcome: 'works',
        detail: `importance_sampling equals ppo; set engine.tinker.normalisation=${found}`,
        normalisation: found,
      }
}

async function timePasses({ model, config, seconds, now }: ServiceModel): Promise<Omit<ServiceFinding, 'what'>> {
  const length = Math.min(64, config.max_position_embeddings)
  const sequences = Array.from({ length: 16 }, (_, label) => drawn(config, length, 10 + label))
  await scores(model, sequences)
  const began = now()
  let passes = 0
  do {
    await scores(model, sequences)
    passes += 1
  } while (now() - began < 1000 * seconds)
  const rate = (passes * sequences.length * length * 1000) / (now() - began)
  return {
    outcome: 'works',
    detail: `${Math.round(rate)} tokens a second are scored, in requests of ${sequences.length} × ${length}`,
  }
}

const ms = (value: number): string => (value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`)

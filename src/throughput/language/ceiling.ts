import type { Device } from '../../contracts/models/device.ts'
import type { Environment } from '../../contracts/worlds/environment.ts'
import { derive, rootKey, type Key } from '../../math/random.ts'
import { promptTokens, sampledText } from '../../model/renderers/word-renderer.ts'
import type { Tokenizer } from '../../model/tokenizer/tokenizer.ts'
import type { LanguageLoad } from './load.ts'
import { nth } from '../../math/nth.ts'

interface LanguageCeilingOptions {
  /** With the model loaded under the name that the load gives. */
  readonly device: Pick<Device, 'sample' | 'release'>
  readonly tokenizer: Tokenizer
  readonly world: Environment<unknown, unknown>
  readonly load: LanguageLoad
  /** Episodes in step with each other. */
  readonly worlds: number
  readonly seconds: number
  readonly now: () => number
}

interface Game {
  readonly sequenceId: string
  readonly key: Key
  readonly limit: number
  readonly state: unknown
  readonly observation: string
  readonly step: number
}

/**
 * Steps a second of the engine driven alone: all worlds in step, one device call for all of them, and only the
 * device's own time counted.
 */
export async function languageCeiling(options: LanguageCeilingOptions): Promise<number> {
  const { device, tokenizer, world, load, worlds, seconds, now } = options
  const { model, maxTokens, temperature, topP } = load.sampling
  const stop = [tokenizer.id('<end>')]
  let started = 0
  const begin = (): Game => {
    const task = load.tasks[started % load.tasks.length]
    const { state, observation } = world.start(task)
    const key = derive(rootKey(load.seed), started)
    started += 1
    return { sequenceId: `game/${started}`, key, limit: world.stepLimit(task), state, observation, step: 0 }
  }
  let games = Array.from({ length: worlds }, begin)
  let deviceMs = 0
  let steps = 0
  while (deviceMs < seconds * 1000) {
    const requests = games.map(({ sequenceId, key, observation, step }) => ({
      sequenceId,
      tokens: promptTokens(tokenizer, observation),
      promptSuffix: new Int32Array(0),
      count: 1,
      appendToContext: true,
      maxTokens,
      temperature,
      topP,
      stop,
      key: derive(key, step),
    }))
    const began = now()
    const samples = await device.sample(model, requests)
    deviceMs += now() - began
    steps += games.length
    const ended: string[] = []
    games = games.map((game, index) => {
      const action = sampledText(tokenizer, nth(nth(samples, index), 0).tokens)
      const { state, observation, won, lost = false } = world.step(game.state, action)
      if (!won && !lost && game.step + 1 < game.limit) return { ...game, state, observation, step: game.step + 1 }
      ended.push(game.sequenceId)
      return begin()
    })
    if (ended.length > 0) await device.release(model, ended)
  }
  await device.release(
    model,
    games.map(({ sequenceId }) => sequenceId),
  )
  return (steps / deviceMs) * 1000
}

/** Messages to an environment actor. */
import { rootKey } from '../../src/math/random.ts'
import type { Acted, Observing, Play, Sampling } from '../../src/contracts/messages/run.ts'

export const sampling: Sampling = { model: 'policy', temperature: 1, topP: 1, maxTokens: 8, key: rootKey(1) }
export const observing: Observing = { ...sampling, model: 'reward-model', samplesPerStep: 3, protocol: 'verdicts' }
export const routed = { to: 'environment/0', from: 'trainer' } as const

/** An episode of a task that the policy plays and nobody observes, unless `changes` say otherwise. */
export const playOf =
  (task: unknown) =>
  (id: string, changes: Partial<Play> = {}): Play => ({
    ...routed,
    kind: 'play',
    id,
    task,
    players: { policy: { kind: 'model', sampling } },
    observers: {},
    ...changes,
  })

export const acted = (id: string, action: string): Acted => ({
  ...routed,
  kind: 'acted',
  from: 'policy',
  id,
  action,
  context: Int32Array.of(1),
  tokens: Int32Array.of(2),
  logprobs: new Float32Array(1),
  version: 3,
})

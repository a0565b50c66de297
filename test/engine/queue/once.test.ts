import test from 'ava'
import fc from 'fast-check'
import type { DeviceCall, GpuReply } from '../../../src/contracts/messages/gpu.ts'
import { createOnce, type Once } from '../../../src/engine/queue/once.ts'

const routed = { to: 'gpu', from: 'trainer' } as const

/** A service that outlives those who ask it: what it did is all there is of it. */
function service(once: Once) {
  const applied: Record<string, number[]> = {}
  const serve = (call: DeviceCall): GpuReply => {
    const known = once.known(call, 'gpu')
    if (known !== null) return known
    const back = { to: call.from, from: 'gpu', id: 'id' in call ? call.id : '' }
    const done = (applied[call.model] ??= [])
    if (call.kind === 'load') done.length = 0
    if (call.kind === 'optim-step') done.push(call.options.learningRate)
    const reply: GpuReply =
      call.kind === 'load'
        ? {
            kind: 'loaded',
            ...back,
            contextTokens: 1,
            reproducible: true,
            durable: true,
            branches: true,
            clips: true,
            entropy: true,
          }
        : { kind: 'optim-step-done', ...back, updated: { step: done.length, gradientNorm: 0 } }
    once.answered(call, reply)
    return reply
  }
  return { serve, applied }
}

const step = (model: string, seq: number, id = `call/${seq}`): DeviceCall => ({
  ...routed,
  kind: 'optim-step',
  id,
  model,
  seq,
  options: { learningRate: seq, clipNorm: 1, beta1: 0, beta2: 0, epsilon: 1, weightDecay: 0 },
})

test('however often and late calls are asked again, each is applied once, in order, and answered alike', t => {
  const deliveries = fc.array(
    fc.record({ model: fc.constantFrom('a', 'b'), again: fc.array(fc.nat(5), { maxLength: 3 }) }),
    {
      maxLength: 30,
    },
  )
  fc.assert(
    fc.property(deliveries, rounds => {
      const { serve, applied } = service(createOnce())
      const sent: Record<string, number> = { a: 0, b: 0 }
      for (const { model, again } of rounds) {
        const seq = (sent[model] = (sent[model] ?? 0) + 1)
        const first = serve(step(model, seq))
        /* Whoever lost the reply asks again under another id, also for older ones. */
        for (const back of again) {
          const old = Math.max(1, seq - back)
          const repeated = serve(step(model, old, 'again'))
          t.is(repeated.kind, 'optim-step-done')
          t.like(repeated, { id: 'again', updated: { step: old } })
        }
        t.like(first, { updated: { step: seq } })
      }
      for (const model of ['a', 'b'])
        t.deepEqual(
          applied[model] ?? [],
          Array.from({ length: sent[model] ?? 0 }, (_, index) => index + 1),
        )
    }),
  )
})

test('a load begins anew; calls without a number, and those that failed, are applied whenever they come', t => {
  const once = createOnce()
  const { serve, applied } = service(once)
  const reference = { kind: 'folder', path: '' } as const
  const load: DeviceCall = { ...routed, kind: 'load', id: 'l', model: 'a', reference }
  serve(step('a', 1))
  serve(load)
  serve(step('a', 1))
  t.deepEqual(applied['a'], [1])
  const { seq: _, ...unnumbered } = step('a', 7) as Extract<DeviceCall, { kind: 'optim-step' }>
  serve(unnumbered)
  serve(unnumbered)
  t.deepEqual(applied['a'], [1, 7, 7])
  once.answered(step('a', 9), {
    kind: 'failed',
    to: 'trainer',
    from: 'gpu',
    id: 'x',
    failure: { kind: 'invalid', reason: '' },
  })
  t.is(once.known(step('a', 9), 'gpu'), null)
})

test('a load that failed leaves the model, and so what was applied to it', t => {
  const once = createOnce()
  const { serve, applied } = service(once)
  serve(step('a', 1))
  const load: DeviceCall = { ...routed, kind: 'load', id: 'l', model: 'a', reference: { kind: 'folder', path: '' } }
  once.answered(load, { ...routed, kind: 'failed', id: 'l', failure: { kind: 'invalid', reason: '' } })
  serve(step('a', 1))
  t.deepEqual(applied['a'], [1])
})

test('one that is too old to be answered is refused, and not applied', t => {
  const { serve, applied } = service(createOnce())
  for (let seq = 1; seq <= 300; seq += 1) serve(step('a', seq))
  const refused = serve(step('a', 2))
  t.like(refused, { kind: 'failed' })
  t.regex(
    refused.kind === 'failed' && 'reason' in refused.failure ? refused.failure.reason : '',
    /optim-step 2 of model a must be above 300/,
  )
  t.is(applied['a']?.length, 300)
})

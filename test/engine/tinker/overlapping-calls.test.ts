/** Calls of an engine that is a service need not wait for each other; our own server gets its requests late. */
import test from 'ava'
import { z } from 'zod'
import { deferred } from '../../../src/runtime/waiting/deferred.ts'
import { usualUpdate } from '../../laws/device/device-cases.ts'
import { sample } from '../device-requests.ts'
import { linearExample, overheardEngine } from './overheard-engine.ts'

const asked = z.object({ prompt: z.object({ chunks: z.array(z.object({ tokens: z.array(z.int()) })) }) })

const promptOf = (body: Uint8Array): readonly number[] =>
  asked.parse(JSON.parse(new TextDecoder().decode(body))).prompt.chunks.flatMap(({ tokens }) => tokens)

test('samples wait for no slower one and for no update: until it is over they are of the old weights, then of the new', async t => {
  const held = new Map<string, { readonly come: () => void; readonly go: Promise<void> }>()
  const prompts: number[] = []
  const { engine, base } = await overheardEngine(t, ({ path, body }) => {
    const route = path.replace('/api/v1/', '')
    if (route === 'asample') prompts.push(promptOf(body).length)
    const gate = held.get(route)
    gate?.come()
    return gate?.go
  })
  /** Holds the next requests of a route. @returns when the first has come, and what lets them go. */
  const hold = (route: string) => {
    const [came, go] = [deferred<void>(), deferred<void>()]
    held.set(route, { come: () => came.resolve(), go: go.promise })
    const release = (): void => {
      held.delete(route)
      go.resolve()
    }
    return { came: came.promise, release }
  }
  const versionOf = async (model: string, id: string): Promise<number | undefined> =>
    (await engine.sample(model, [sample(model, id).request]))[0]?.[0]?.version

  /* None waits for a load to be answered. */
  const loads = ['policy', 'other'].map(name => engine.load(name, { kind: 'folder', path: base }))
  t.is(await versionOf('policy', 'before'), 0)
  await Promise.all(loads)

  const sampling = hold('asample')
  const slow = versionOf('policy', 'slow')
  await sampling.came
  held.delete('asample')
  t.is(await versionOf('policy', 'fast'), 0)

  const updating = hold('optim_step')
  void engine.forwardBackward('policy', [linearExample], { kind: 'linear' })
  const update = engine.optimStep('policy', usualUpdate)
  await updating.came
  t.is(await versionOf('policy', 'meanwhile'), 0)
  t.is(await versionOf('other', 'meanwhile'), 0)
  sampling.release()
  t.is(await slow, 0)
  updating.release()
  t.is((await update).step, 1)
  t.is(await versionOf('policy', 'after'), 1)

  /* Of one context the second waits, and goes on where the first ended. */
  const both = await Promise.all([versionOf('policy', 'same'), versionOf('policy', 'same')])
  t.deepEqual(both, [1, 1])
  t.deepEqual(prompts.slice(-2), [1, 3])
})

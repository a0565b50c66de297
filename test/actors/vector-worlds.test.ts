/** A thread of vector worlds against the gpu actor's service, with deaths wherever they may come. */
import test from 'ava'
import fc from 'fast-check'
import { Subject } from 'rxjs'
import vectorWorlds from '../../actors/vector-worlds.ts'
import { initialiseNetwork } from '../../src/engine/networks/initialise-network.ts'
import { createQueueClock } from '../../src/engine/queue/queue-times.ts'
import { createStepService, type StepService } from '../../src/vector/step-service.ts'
import { rootKey } from '../../src/math/random.ts'
import { openWorldBuffer, type WorldBuffer } from '../../src/vector/world-buffer.ts'
import type { StepRequest, ToWorlds } from '../../src/contracts/messages/steps.ts'
import { nth } from '../../src/math/nth.ts'
import { present } from '../fixtures/present.ts'
import { contextOf } from './exchange.ts'

const shape = { inputs: 5, outputs: 3 }
const source = {
  module: new URL('../fixtures/worlds/hashing.js', import.meta.url).href,
  options: { observationSize: shape.inputs, actions: shape.outputs, length: 7 },
}
const key = rootKey(4)
const run: ToWorlds = { kind: 'run', to: 'worlds/0', from: 'trainer', network: 'n', outputs: shape.outputs }
const load: StepRequest = {
  kind: 'load-network',
  to: 'gpu',
  from: 'trainer',
  id: 'load',
  network: 'n',
  source: { kind: 'feed-forward', state: initialiseNetwork({ ...shape, hidden: [4] }, key) },
}

/** The two ends, and what is under way between them; nothing moves but by `deliver`. */
async function play(worlds: number, maxRows: number) {
  const inbox = new Subject<ToWorlds>()
  let underWay: StepRequest[] = []
  let buffer: WorldBuffer | null = null
  const actor = await vectorWorlds({ source, worlds, key, temperature: 1, maxRows })
  actor(inbox, contextOf('worlds/0')).subscribe(message => {
    if (message.kind === 'attach') buffer = openWorldBuffer(message.shared)
    if (message.kind !== 'counted') underWay.push(message)
  })
  const open = async (): Promise<StepService> => {
    const service = createStepService({
      engine: { engine: 'tfjs', backend: 'cpu' },
      maxRows: 3,
      name: 'gpu',
      now: () => 0,
      queue: createQueueClock(),
      tally: () => {},
    })
    await service.answer([load])
    return service
  }
  let service = await open()
  inbox.next(run)
  return {
    /** The gpu actor takes up to `count` requests; its answers arrive unless they are lost with it. */
    async deliver(count: number, arrive = true): Promise<void> {
      const replies = await service.answer(underWay.splice(0, count))
      if (arrive) for (const reply of replies) if (reply.kind === 'decided') inbox.next(reply)
    },
    /** The gpu actor dies with all that is under way to it, and a fresh one takes its place. */
    async restart(): Promise<void> {
      underWay = []
      service = await open()
      inbox.next(run)
    },
    again: () => inbox.next(run),
    columns: (): WorldBuffer => present(buffer),
  }
}

const events = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant('deliver' as const), count: fc.integer({ min: 1, max: 4 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom('restart' as const, 'again' as const, 'lost' as const) }),
    },
  ),
  { maxLength: 40 },
)

test('wherever the gpu actor dies and whatever is asked twice, each world takes the very steps it takes undisturbed', async t => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 4 }),
      events,
      async (worlds, most, drawn) => {
        /* By world, what it shows after each number of steps. */
        const calm = await play(worlds, most)
        const shown = Array.from({ length: worlds }, () => new Map<number, Float32Array>())
        const note = ({ observations, asked }: WorldBuffer): void =>
          shown.forEach((at, world) =>
            at.set(nth(asked, world), observations.slice(world * shape.inputs, (world + 1) * shape.inputs)),
          )
        note(calm.columns())
        for (let turn = 0; turn < 60; turn += 1) {
          await calm.deliver(100)
          note(calm.columns())
        }

        const disturbed = await play(worlds, most)
        for (const event of drawn) {
          if (event.kind === 'deliver') await disturbed.deliver(event.count)
          else if (event.kind === 'again') disturbed.again()
          else {
            if (event.kind === 'lost') await disturbed.deliver(2, false)
            await disturbed.restart()
          }
        }
        for (let turn = 0; turn < 3; turn += 1) await disturbed.deliver(100)
        const { observations, asked } = disturbed.columns()
        shown.forEach((at, world) => {
          t.true(nth(asked, world) >= 4, `world ${world} took ${nth(asked, world) - 1} steps`)
          t.deepEqual(observations.slice(world * shape.inputs, (world + 1) * shape.inputs), at.get(nth(asked, world)))
        })
      },
    ),
    { numRuns: 60 },
  )
})

test('an answer to an observation that was not the last is a crash that names the world', async t => {
  const actor = await vectorWorlds({ source, worlds: 1, key, temperature: 0 })
  const inbox = new Subject<ToWorlds>()
  const crashed = new Promise<unknown>(resolve => actor(inbox, contextOf('worlds/0')).subscribe({ error: resolve }))
  inbox.next(run)
  inbox.next({ kind: 'decided', to: 'worlds/0', from: 'gpu', buffer: 'worlds/0~0', part: 0, turn: 0 })
  t.regex(String(await crashed), /world 0 got the answer to observation 0, not to 1/)
})

test('a network that says less than there are actions is refused by name', async t => {
  const actor = await vectorWorlds({ source, worlds: 1, key, temperature: 0 })
  const inbox = new Subject<ToWorlds>()
  const crashed = new Promise<unknown>(resolve => actor(inbox, contextOf('worlds/0')).subscribe({ error: resolve }))
  inbox.next({ ...run, outputs: 2 })
  t.regex(String(await crashed), /outputs must be at least the 3 actions of hashing, got 2/)
})

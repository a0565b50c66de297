import test from 'ava'
import { firstValueFrom, lastValueFrom, toArray } from 'rxjs'
import { doctor } from '../../../src/engine/doctor/doctor.ts'
import { standardLoad } from '../../../src/engine/doctor/load.ts'
import { quarterIteration } from '../../../src/engine/doctor/run-part.ts'
import type { Tried } from '../../../src/engine/doctor/recommend.ts'
import type { DeviceOptions } from '../../../src/engine/open-device.ts'

const load = { ...standardLoad, sequences: 2, length: 8, episodes: 2, read: 4, written: 2 }
const part = { ...quarterIteration, episodes: 2, steps: 2, sequences: 2, length: 24 }
const usual: DeviceOptions = { engine: 'onnx', provider: 'cpu', threads: 1 }
const absent = JSON.parse('{ "engine": "tfjs", "backend": "abacus" }') as DeviceOptions

test('every engine is tried in turn, and one that works is recommended', async t => {
  const events = await lastValueFrom(
    doctor({ engines: [absent, usual], usual, seconds: 0.001, load, part }).pipe(toArray()),
  )
  t.deepEqual(
    events.map(event => (event.kind === 'tried' ? event.trial.outcome : event.kind)),
    ['progress', 'refused', 'progress', 'works', 'recommended'],
  )
  const last = events.at(-1)
  t.like(last, { kind: 'recommended', engine: usual, usual, usualWorks: true, load, part })
  t.true(last?.kind === 'recommended' && last.before.cores >= 1 && last.after.load >= 0)
  const { trial } = events.find(event => event.kind === 'tried' && event.trial.outcome === 'works') as Tried
  t.true(trial.difference !== null && trial.difference > 0 && trial.difference < 1e-4, `${trial.difference}`)
  t.deepEqual(
    trial.speeds.map(({ verb }) => verb),
    ['sample', 'logprobs', 'train'],
  )
  t.true((trial.runSeconds ?? 0) > 0)
  t.deepEqual(
    events.flatMap(event => (event.kind === 'tried' ? [event.rates?.settings[0] ?? null] : [])),
    [null, 'engine.kind=onnx'],
  )
  for (const { tokensPerSecond, firstMs } of trial.speeds) t.true(tokensPerSecond > 0 && firstMs > 0)
})

test('where nothing works there is nothing to recommend', async t => {
  const last = await lastValueFrom(doctor({ engines: [absent], usual: absent, load }))
  t.like(last, { kind: 'recommended', engine: null, usualWorks: false })
})

test('times that are none are refused by name', async t => {
  for (const wrong of [{ seconds: 0 }, { limitSeconds: NaN }]) {
    await t.throwsAsync(firstValueFrom(doctor({ engines: [], usual, ...wrong })), {
      instanceOf: RangeError,
      message: new RegExp(`${Object.keys(wrong).join()} must be in`),
    })
  }
})

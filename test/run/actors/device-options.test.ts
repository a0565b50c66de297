import test from 'ava'
import { parseRunConfig } from '../../../src/methods/registry/run-config.ts'
import { callMsOf } from '../../../src/run/actors/device-options.ts'
import { usualActors } from './usual-actors.ts'

test('a call of the engine may take 100 s here, ten deadlines of a service, or what the settings say', t => {
  const of = (engine: object): number => callMsOf(parseRunConfig({ engine }).engine)
  const tinker = { url: 'http://127.0.0.1:1', deadlineSeconds: 20 }
  t.is(of({}), 100_000)
  t.is(of({ kind: 'tfjs' }), 100_000)
  t.is(of({ kind: 'tinker', tinker }), 200_000)
  for (const engine of [{}, { kind: 'tinker', tinker }]) t.is(of({ ...engine, callSeconds: 1.5 }), 1500)
  t.throws(() => of({ callSeconds: 0 }), { message: /engine\.callSeconds must be a number/ })
})

test('the gpu actor is told how long a call may take', t => {
  t.like(usualActors()[0], { name: 'gpu', options: { callMs: 100_000 } })
})

import test from 'ava'
import { startLab } from '../../src/run/start-lab.ts'
import { prepare } from '../../src/run/prepare.ts'
import { loadModels } from '../../src/run/actors/load-models.ts'
import { openActors } from '../../src/run/actors/open-actors.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { tinyConfig, tinyStarters } from './tiny-run.ts'

const unsubscribed = new AbortController().signal

test('a store that cannot be read is told of before an actor is started, which nobody would stop', async t => {
  const config = tinyConfig(await tinyStarters(await temporaryFolder(t)))
  const preparation = await prepare(config, undefined)
  const stored = await loadModels(preparation.method.models(config, preparation.world))
  const actors = () => t.fail('actors are started')
  const prepared = { ...preparation.prepared, actors }
  const kept = { rows: Uint8Array.of(1, 2, 3) }
  const started = startLab({
    ...{ config, preparation: { ...preparation, prepared }, stored, kept, tell: () => {}, unsubscribed },
  })
  await t.throwsAsync(started, { message: /the store rows/ })
})

test('a model that cannot be spoken to is told of before NATS is connected with, which nobody would leave', async t => {
  const config = tinyConfig(await tinyStarters(await temporaryFolder(t)))
  const preparation = await prepare(config, undefined)
  const { policy, ...others } = await loadModels(preparation.method.models(config, preparation.world))
  const stored = { ...others, policy: { ...policy!, chat: { source: '{{ nonsense', tokens: {}, end: [] } } }
  const opened = openActors({ config, stored, nats: { url: 'nats://127.0.0.1:1' }, tell: () => {}, unsubscribed })
  await t.throwsAsync(opened, { message: /^the model policy: / })
})

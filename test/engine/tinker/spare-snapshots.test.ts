import test from 'ava'
import { usualUpdate } from '../../laws/device/device-cases.ts'
import { linearExample, overheardEngine } from './overheard-engine.ts'

test('of each model the last snapshots are kept, however many others have: a frozen one has a single one for ever', async t => {
  const discarded: string[] = []
  const { engine, base } = await overheardEngine(t, ({ method, path }) => {
    if (method === 'DELETE') discarded.push(path)
    return undefined
  })
  for (const name of ['frozen', 'policy']) await engine.load(name, { kind: 'folder', path: base })
  const pathOf = async (name: string): Promise<string> => {
    const reference = await engine.snapshot(name)
    return reference.kind === 'remote' ? (reference.model.path ?? '') : ''
  }
  const frozen = await pathOf('frozen')
  const paths: string[] = []
  for (let update = 0; update < 10; update += 1) {
    await engine.forwardBackward('policy', [linearExample], { kind: 'linear' })
    await engine.optimStep('policy', usualUpdate)
    paths.push(await pathOf('policy'))
  }
  t.is(await pathOf('frozen'), frozen)
  const routeOf = (path: string): string =>
    path.replace(/^tinker:\/\/([^/]+)\/weights\/(.*)$/, '/api/v1/training_runs/$1/checkpoints/weights/$2')
  t.deepEqual(discarded, paths.slice(0, 6).map(routeOf))
})

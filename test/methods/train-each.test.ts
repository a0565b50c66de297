import test from 'ava'
import { firstValueFrom, ReplaySubject } from 'rxjs'
import { trainEach } from '../../src/methods/kit/train-role.ts'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'

const here = parseRunConfig({})
const onService = parseRunConfig({ engine: { kind: 'tinker', tinker: { url: 'http://127.0.0.1:9' } } })

/** A training that ends when it is told to; what happened is in `told`. */
function training(told: string[], name: string) {
  const end = new ReplaySubject<string>(1)
  const train = async () => {
    told.push(`${name} began`)
    try {
      return await firstValueFrom(end)
    } finally {
      told.push(`${name} ended`)
    }
  }
  return { train, resolve: (result: string) => end.next(result), reject: (failure: Error) => end.error(failure) }
}

const settled = () => new Promise(setImmediate)

test('models of a service are trained at once, those here one after another', async t => {
  for (const [config, order] of [
    [onService, ['policy began', 'critic began', 'critic ended', 'policy ended']],
    [here, ['policy began', 'policy ended', 'critic began', 'critic ended']],
  ] as const) {
    const told: string[] = []
    const [policy, critic] = [training(told, 'policy'), training(told, 'critic')]
    const trained = trainEach(config, { policy: policy.train, critic: critic.train })
    critic.resolve('the critic')
    await settled()
    policy.resolve('the policy')
    t.deepEqual(await trained, { policy: 'the policy', critic: 'the critic' })
    t.deepEqual(told, order)
  }
})

test('a failure is told once all that were begun have ended, and no other is begun here', async t => {
  const failure = new RangeError('no gradient')
  for (const [config, order] of [
    [onService, ['policy began', 'critic began', 'policy ended', 'critic ended']],
    [here, ['policy began', 'policy ended']],
  ] as const) {
    const told: string[] = []
    const [policy, critic] = [training(told, 'policy'), training(told, 'critic')]
    const trained = trainEach(config, { policy: policy.train, critic: critic.train })
    policy.reject(failure)
    await settled()
    critic.resolve('the critic')
    t.is(await t.throwsAsync(trained), failure)
    t.deepEqual(told, order)
  }
})

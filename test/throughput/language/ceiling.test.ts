import test from 'ava'
import household from '../../../environments/household/index.ts'
import { loadTokenizer } from '../../../src/model/tokenizer/load-tokenizer.ts'
import { buildTokenizerJson } from '../../../src/model/tokenizer/tokenizer-json.ts'
import { randomFrom, rootKey } from '../../../src/math/random.ts'
import { languageCeiling } from '../../../src/throughput/language/ceiling.ts'
import type { Environment } from '../../../src/contracts/worlds/environment.ts'

test('an episode that is lost is over, as it is in a run: another takes its place', async t => {
  const own = household() as unknown as Environment<unknown, unknown>
  const begun = new Set<unknown>()
  const ended = new Set<unknown>()
  const world: Environment<unknown, unknown> = {
    ...own,
    start: task => {
      const start = own.start(task)
      begun.add(start.state)
      return start
    },
    step: state => {
      t.false(ended.has(state), 'no step of a lost episode')
      const lost = {}
      ended.add(lost)
      return { state: lost, observation: '', won: false, lost: true }
    },
  }
  const tokenizer = loadTokenizer(buildTokenizerJson(own.language))
  const released: string[] = []
  let ms = 0
  const rate = await languageCeiling({
    device: {
      sample: async (_, requests) =>
        requests.map(() => [
          { tokens: Int32Array.of(tokenizer.id('<end>')), logprobs: new Float32Array(1), finish: 'stop', version: 0 },
        ]),
      release: async (_, ids) => void released.push(...ids),
    },
    ...{ tokenizer, world, worlds: 2, seconds: 0.003, now: () => (ms += 1) },
    load: {
      tasks: [own.generate('train', randomFrom(rootKey(1)))],
      sampling: { model: 'policy', temperature: 1, topP: 1, maxTokens: 4 },
      seed: 1,
    },
  })
  t.is(rate, 2000)
  t.is(begun.size, 8)
  t.deepEqual(
    released,
    Array.from(begun, (_, index) => `game/${index + 1}`),
    'those under way at the end, too: the next measurement has the same names',
  )
})

import test from 'ava'
import fc from 'fast-check'
import { rlanythingConfig, rlanythingSettings } from '../../src/methods/rlanything/settings.ts'
import { ConfigError } from '../../src/config/config-error.ts'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { runJsonSchema } from '../../src/config/config.ts'
import { leafPaths } from '../../src/config/unknown-keys.ts'
import { editDistance, nearest } from '../../src/text/nearest.ts'

const schema = runJsonSchema(rlanythingSettings)

test('nothing given is the default run, and a complete configuration is itself', t => {
  const complete = parseRunConfig({})
  t.deepEqual(parseRunConfig(complete), complete)
  t.is(rlanythingConfig(complete).rewardModel.votes, 3)
})

test('a part given leaves the rest at its defaults', t => {
  const config = parseRunConfig({ policy: { clip: 0.3 } })
  t.is(config.policy.clip, 0.3)
  t.deepEqual({ ...config, policy: { ...config.policy, clip: 0.2 } }, parseRunConfig({}))
})

test('where the schema of a file is has no effect on a run', t => {
  t.deepEqual(parseRunConfig({ $schema: './run-config.schema.json', seed: 2 }), parseRunConfig({ seed: 2 }))
})

const refusals: readonly (readonly [unknown, string])[] = [
  [{ policy: { clip: 1.2 } }, 'policy.clip must be a number in (0, 1], got 1.2'],
  [{ policy: { oldLogprobs: 'rollout' } }, 'policy.oldLogprobs must be one of "scored", "sampled", got "rollout"'],
  [{ policy: { objective: {} } }, 'policy.objective.module must be a non-empty text, but it is missing'],
  [{ policy: { objective: 'own.js' } }, 'policy.objective must be an object or null, got "own.js"'],
  [
    { policy: { objective: { module: 'own.js', beta: 1 } } },
    'policy.objective.beta is not a key of the configuration; policy.objective has module, options (rlanything config lists all)',
  ],
  [{ iterations: '7' }, 'iterations must be an integer in [1, 1000000], got "7"'],
  [{ seed: 1.5 }, 'seed must be an integer of at least 0, got 1.5'],
  [
    { feedback: { source: 'vibes' } },
    'feedback.source must be one of "reward-model", "expert", "outcome", got "vibes"',
  ],
  [{ engine: { kind: 'torch' } }, 'engine.kind must be one of "onnx", "tfjs", "tinker", "openai", got "torch"'],
  [{ engine: { provider: 'vulkan' } }, 'engine.provider must be one of "cpu", "webgpu", "cuda", got "vulkan"'],
  [
    { engine: { backend: 'webgl' } },
    'engine.backend must be one of "tensorflow", "webgpu", "wasm", "cpu", got "webgl"',
  ],
  [{ rewardModel: { train: 1 } }, 'rewardModel.train must be true or false, got 1'],
  [{ rewardModel: { view: 'all' } }, 'rewardModel.view must be one of "history", "step", got "all"'],
  [{ starters: { policy: 3 } }, 'starters.policy must be a text or null, got 3'],
  [{ environment: 3 }, 'environment must be an object, got 3'],
  [{ policy: { clp: 0.1 } }, 'policy.clp is not a key of the configuration; did you mean policy.clip?'],
  [
    { mode: { group: 'step' } },
    'mode.group is not a key of the configuration; did you mean rewardModel.group? mode has kind, staleness, stale, ratioCap (rlanything config lists all)',
  ],
  [
    { learningRate: 1 },
    'learningRate is not a key of the configuration; did you mean policy.learningRate or rewardModel.learningRate?',
  ],
  [{ lamda: 2 }, 'lamda is not a key of the configuration; did you mean feedback.lambda?'],
  [
    { checkpoint: { colour: 1, size: 2 } },
    'checkpoint.colour, checkpoint.size are not keys of the configuration; checkpoint has every, keep (rlanything config lists all)',
  ],
  [{ lambda: 2 }, 'lambda is not a key of the configuration; did you mean feedback.lambda?'],
  [
    { evaluation: { temperatures: [] } },
    'evaluation.temperatures must be a list of a number in [0, 10], at least 1 long, got []',
  ],
  [{ evaluation: { temperatures: [1, 11] } }, 'evaluation.temperatures.1 must be a number in [0, 10], got 11'],
  [{ evaluation: { splits: ['seen', 'seen'] } }, 'evaluation.splits must name each split once, got ["seen","seen"]'],
  [{ policy: { filter: [0.9, 0.1] } }, 'policy.filter must be [low, high] with low <= high, got [0.9,0.1]'],
  [{ adaptation: { low: 0.9 } }, 'adaptation.low must be below adaptation.high (0.8), got 0.9'],
  [{ tasks: { slots: 8 } }, 'tasks.perIteration must be at most tasks.slots (8), got 16'],
  [
    { supervision: { maxDelayMs: 50 } },
    'supervision.maxDelayMs must be at least supervision.firstDelayMs (100), got 50',
  ],
  [7, 'the configuration must be an object, got 7'],
]
for (const [value, message] of refusals) {
  test(`refused: ${JSON.stringify(value)}`, t => {
    t.throws(() => parseRunConfig(value), { instanceOf: ConfigError, message })
  })
}

test('every problem is named, not only the first', t => {
  const error = t.throws(() => parseRunConfig({ policy: { clip: 3, maxTokens: 0 }, lambda: 1 }))
  t.true(error.message.startsWith('the configuration has 3 problems:'))
  t.regex(error.message, /policy\.maxTokens must be an integer in \[1, 32768\], got 0/)
})

test('a key with the name of another elsewhere is led there, among the keys of its own section', t => {
  const leaves = leafPaths(schema).filter(path => path.split('.').length === 2)
  const sections = [...new Set(leaves.map(path => path.split('.')[0] ?? ''))]
  fc.assert(
    fc.property(fc.constantFrom(...leaves), fc.constantFrom(...sections), (path, section) => {
      const key = path.split('.')[1] ?? ''
      fc.pre(!leaves.includes(`${section}.${key}`))
      const { message } = t.throws(() => parseRunConfig({ [section]: { [key]: 1 } }), { instanceOf: ConfigError })
      t.true(message.startsWith(`${section}.${key} is not a key of the configuration; did you mean `), message)
      t.true(message.includes(path), message)
      for (const sibling of leaves.filter(leaf => leaf.startsWith(`${section}.`)))
        t.true(message.includes(sibling.split('.')[1] ?? ''), message)
    }),
  )
})

test('a mistyped key is led back to the right one', t => {
  const leaves = leafPaths(schema).filter(path => path.split('.').length === 2)
  fc.assert(
    fc.property(fc.constantFrom(...leaves), fc.nat(), (path, at) => {
      const [group = '', key = ''] = path.split('.')
      const typo = `${key.slice(0, at % key.length)}q${key.slice(at % key.length)}`
      const refused = (() => {
        try {
          parseRunConfig({ [group]: { [typo]: 1 } })
          return ''
        } catch (error) {
          return String(error)
        }
      })()
      t.true(refused.includes(`did you mean ${path}?`), refused)
    }),
  )
})

test('edit distance is a metric', t => {
  const text = fc.string({ maxLength: 8, unit: fc.constantFrom('a', 'b', 'c') })
  fc.assert(
    fc.property(text, text, text, (a, b, c) => {
      t.is(editDistance(a, b) === 0, a === b)
      t.is(editDistance(a, b), editDistance(b, a))
      t.true(editDistance(a, c) <= editDistance(a, b) + editDistance(b, c))
    }),
  )
  t.is(editDistance('kitten', 'sitting'), 3)
  t.is(nearest('xyz', ['lambda', 'source']), null)
})

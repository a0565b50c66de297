import test from 'ava'
import { buildTokenizerJson } from '../../src/model/tokenizer/tokenizer-json.ts'
import { loadTokenizer } from '../../src/model/tokenizer/load-tokenizer.ts'
import { policyExamples } from '../../src/warm-start/warm-start-examples.ts'

const call = '{"direction":"left"}'
const examplesOf = (phrases: readonly string[], good: boolean) => {
  const step = { agent: 'agent', action: call, observation: 'ok', label: { good, reason: 'ok' } }
  const tokenizer = loadTokenizer(buildTokenizerJson({ phrases: ['ok', ...phrases], silent: [] }))
  return policyExamples(tokenizer, { opening: 'ok', steps: [step], won: true })
}

test('a good action that words written apart cannot make is refused, with the text that a model would write', t => {
  t.throws(() => examplesOf(['{"direction":"', 'left', '"}'], true), {
    instanceOf: RangeError,
    message: /^an action of the expert must be .*, got '{"direction":"left"}', which it writes as '.* left .*'/,
  })
})

test('one phrase of it can be written, and mistakes may be anything', t => {
  t.is(examplesOf([call], true).length, 1)
  t.is(examplesOf(['left'], false).length, 1)
})

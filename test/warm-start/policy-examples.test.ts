import test from 'ava'
import fc from 'fast-check'
import { householdPrompts } from '../../environments/household/prompts.ts'
import type { Example } from '../../src/contracts/models/device.ts'
import { chatRenderer } from '../../src/model/renderers/chat.ts'
import type { Renderer } from '../../src/model/renderers/renderer.ts'
import { wordsRenderer } from '../../src/model/renderers/words.ts'
import { buildTokenizerJson } from '../../src/model/tokenizer/tokenizer-json.ts'
import { loadTokenizer } from '../../src/model/tokenizer/load-tokenizer.ts'
import { policyExamples } from '../../src/warm-start/warm-start-examples.ts'
import { chatTokenizer, templateOf } from '../fixtures/chat.ts'

const call = '{"direction":"left"}'
const examplesOf = (phrases: readonly string[], good: boolean) => {
  const step = { agent: 'agent', action: call, observation: 'ok', label: { good, reason: 'ok' } }
  const tokenizer = loadTokenizer(buildTokenizerJson({ phrases: ['ok', ...phrases], silent: [] }))
  return policyExamples(wordsRenderer(tokenizer), { opening: 'ok', steps: [step], won: true })
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

const prompts = householdPrompts('move')
const words = loadTokenizer(buildTokenizerJson({ phrases: ['go', 'look', 'left', 'ok'], silent: [' '] }))
const renderers: Readonly<Record<string, Renderer>> = {
  words: wordsRenderer(words),
  chatml: chatRenderer(chatTokenizer, templateOf('chatml'), prompts),
  'no-system': chatRenderer(chatTokenizer, templateOf('no-system'), prompts),
}
const text = fc
  .array(fc.constantFrom('go', 'look', 'left', 'ok'), { minLength: 1, maxLength: 4 })
  .map(each => each.join(' '))
const label = { good: true, reason: 'ok' }

/** Before each span, and in it. */
const read = ({ sequence: { tokens }, spans }: Example) =>
  spans.map(({ start, end }) => [tokens.slice(0, start), tokens.slice(start, end)] as const)

for (const [name, renderer] of Object.entries(renderers)) {
  test(`an example is the episode as its player reads and writes it, and each answer the expert's action: ${name}`, t => {
    fc.assert(
      fc.property(text, fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 4 }), (opening, turns) => {
        const steps = turns.map(([action, observation]) => ({ agent: 'agent', action, observation, label }))
        const examples = policyExamples(renderer, { opening, steps, won: true })
        t.is(examples.length, 1)
        const spans = examples.flatMap(read)
        t.deepEqual(
          spans.map(([, answer]) => renderer.action(answer)),
          turns.map(([action]) => action),
        )
        let [before, last]: [number[], Int32Array | null] = [[], null]
        spans.forEach(([context, answer], index) => {
          before.push(...renderer.turn(turns[index - 1]?.[1] ?? opening, last))
          t.deepEqual([...context], before)
          before = [...before, ...answer]
          last = answer
        })
      }),
    )
  })
}

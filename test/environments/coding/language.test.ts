/** The world's language through the tokenizer that models read it with. */
import test from 'ava'
import { coding } from '../../../environments/coding/index.ts'
import {
  clauseParaphrases,
  distractors,
  outputParaphrases,
  ways,
} from '../../../environments/coding/prompts/paraphrases.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import { loadTokenizer } from '../../../src/model/tokenizer/load-tokenizer.ts'
import { buildTokenizerJson } from '../../../src/model/tokenizer/tokenizer-json.ts'
import { present } from '../../fixtures/present.ts'

const world = coding({ clauses: [1, 6], distractors: [0, 2], examples: [0, 2], unsaid: 0.1 })
const tokenizer = loadTokenizer(buildTokenizerJson(world.language))

test('every word has a token, and what a model writes comes back word for word', t => {
  const lengths = { opening: 0, program: 0, test: 0 }
  const tasks = 80
  for (let seed = 0; seed < tasks; seed += 1) {
    const task = world.generate('train', randomFrom(rootKey(seed)))
    const { state, observation } = world.start(task)
    const program = present(world.expert(state))
    const written = present(world.unitTesting).exampleTest(task, randomFrom(derive(rootKey(seed), 'test')))
    for (const text of [observation, program, written])
      t.false(tokenizer.encode(text).includes(tokenizer.unknown), text)
    for (const text of [program, written, ...world.admissible(state)])
      t.is(tokenizer.decode(tokenizer.encode(text)), text)
    lengths.opening += tokenizer.encode(observation).length
    lengths.program += tokenizer.encode(program).length
    lengths.test += tokenizer.encode(written).length
  }
  t.log(lengths)
  t.true(lengths.program / tasks < 30)
  t.true(tokenizer.size < 220, String(tokenizer.size))
})

test('a way that is held out is made of words that are trained on', t => {
  const paraphrases = [...Object.values(clauseParaphrases), ...Object.values(outputParaphrases), distractors]
  const tokens = (texts: readonly string[]) =>
    new Set(texts.flatMap(text => [...tokenizer.encode(text.replace(/\bk\b/, '3'))]))
  const trained = tokens(paraphrases.flatMap(({ common, rare }) => [...common, ...rare]))
  for (const { heldOut } of paraphrases) for (const token of tokens(heldOut)) t.true(trained.has(token))
})

test('no two ways of saying are the same', t => {
  const paraphrases = [...Object.values(clauseParaphrases), ...Object.values(outputParaphrases), distractors]
  const said = paraphrases.flatMap(ways)
  t.is(new Set(said).size, said.length)
  for (const { common, rare, heldOut } of paraphrases) {
    t.true(common.length >= 2)
    t.true(rare.length >= 1)
    t.true(heldOut.length >= 1)
  }
})

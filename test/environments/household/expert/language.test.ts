/** The world's language through the tokenizer that models read it with. */
import test from 'ava'
import { household } from '../../../../environments/household/index.ts'
import { randomFrom, rootKey } from '../../../../src/math/random.ts'
import { loadTokenizer } from '../../../../src/model/tokenizer/load-tokenizer.ts'
import { buildTokenizerJson } from '../../../../src/model/tokenizer/tokenizer-json.ts'
import { present } from '../../../fixtures/present.ts'

const world = household()
const tokenizer = loadTokenizer(buildTokenizerJson(world.language))

test('the vocabulary is small', t => {
  t.true(tokenizer.size < 700, String(tokenizer.size))
})

test('an episode of a small room takes few tokens, all of them known, and commands come back word for word', t => {
  const episodes = 60
  let tokens = 0
  for (let seed = 0; seed < episodes; seed += 1) {
    const begun = world.start(world.generate('train', randomFrom(rootKey(seed))))
    const texts = [begun.observation]
    let { state } = begun
    for (let won = false; !won;) {
      const command = present(world.expert(state))
      const reason = world.label(state, command).reason
      t.is(tokenizer.encode(reason).length, 1)
      t.is(tokenizer.decode(tokenizer.encode(command)), command)
      const next = world.step(state, command)
      texts.push(command, next.observation)
      ;({ state, won } = next)
    }
    for (const text of texts) {
      const ids = tokenizer.encode(text)
      t.false(ids.includes(tokenizer.unknown), text)
      tokens += ids.length
    }
  }
  t.log(`${Math.round(tokens / episodes)} tokens an episode, vocabulary ${tokenizer.size}`)
  t.true(tokens / episodes < 150)
})

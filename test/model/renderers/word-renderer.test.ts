import test from 'ava'
import fc from 'fast-check'
import household from '../../../environments/household/index.ts'
import { parseVote, verdicts, voteText } from '../../../src/reward/verdicts/verdict-text.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import { chatRenderer } from '../../../src/model/renderers/chat.ts'
import { actionTokens, promptTokens, sampledText, stepTokens } from '../../../src/model/renderers/word-renderer.ts'
import { loadTokenizerJson } from '../../../src/model/checkpoint.ts'
import { buildTokenizerJson } from '../../../src/model/tokenizer/tokenizer-json.ts'
import { loadTokenizer } from '../../../src/model/tokenizer/load-tokenizer.ts'
import { folderOf } from '../../fixtures/qwen2.ts'
import { demonstrate } from '../../../src/warm-start/demonstrations.ts'
import { present } from '../../fixtures/present.ts'
import { chatTokenizer, templateOf } from '../../fixtures/chat.ts'

const world = household()
const tokenizer = loadTokenizer(buildTokenizerJson(world.language, Object.values(verdicts)))
/** Qwen2's sort of tokenizer, with the tokens that a run reads and writes by. */
const byteLevel = loadTokenizer(withSpecials(await loadTokenizerJson(folderOf('sharded')), 302))
const episodes = fc.nat({ max: 1000 }).map(seed => {
  const key = derive(rootKey(seed), 'conversation')
  const task = world.generate('train', randomFrom(derive(key, 'task')))
  return demonstrate(world, task, randomFrom(derive(key, 'play')), { randomActionRate: 0.3, corruptedActionRate: 0 })
})

test('what is said in a world of ours is in its vocabulary, and what is typed is read back as it was', t => {
  fc.assert(
    fc.property(episodes, ({ opening, steps }) => {
      for (const { action, observation } of steps) {
        t.is(sampledText(tokenizer, actionTokens(tokenizer, action)), action)
        t.false(promptTokens(tokenizer, observation).includes(tokenizer.unknown))
        t.is(sampledText(byteLevel, actionTokens(byteLevel, action)), action)
        t.is(byteLevel.decode(promptTokens(byteLevel, observation)), observation)
      }
      t.false(promptTokens(tokenizer, opening).includes(tokenizer.unknown))
    }),
    { numRuns: 20 },
  )
})

test('a text may have more tokens than a function takes arguments', t => {
  const long = 'look '.repeat(150_000)
  const step = { opening: long, before: long, action: long, observation: long }
  const each = tokenizer.encode(long).length
  t.true(each >= 150_000)
  t.is(stepTokens(tokenizer, step).length, 4 * each + 2)
  t.is(promptTokens(tokenizer, long).length, each + 1)
  t.is(actionTokens(tokenizer, long).length, each + 1)
  const renderer = chatRenderer(chatTokenizer, templateOf('chatml'), present(world.prompts))
  t.true(renderer.answer(long).length >= 600_000)
})

test("the expert's vote on any step survives its tokens", t => {
  fc.assert(
    fc.property(episodes, ({ steps }) => {
      for (const { label } of steps) {
        const tokens = actionTokens(tokenizer, voteText(label.good, label.reason))
        t.deepEqual(parseVote(sampledText(tokenizer, tokens)), { value: label.good ? 1 : -1, reason: label.reason })
        const bytes = actionTokens(byteLevel, voteText(label.good, label.reason))
        t.deepEqual(parseVote(sampledText(byteLevel, bytes)), { value: label.good ? 1 : -1, reason: label.reason })
      }
    }),
    { numRuns: 20 },
  )
})

test('reward model and policy read the same words of a step', t => {
  fc.assert(
    fc.property(episodes, ({ opening, steps }) => {
      const [step] = steps
      const policy = [...promptTokens(tokenizer, opening), ...actionTokens(tokenizer, present(step).action)]
      const after = [...tokenizer.encode(present(step).observation)]
      t.deepEqual([...stepTokens(tokenizer, { opening, ...present(step) })], [...policy, ...after])
    }),
    { numRuns: 20 },
  )
})

test('what comes after the end is not part of the text', t => {
  const tokens = Int32Array.of(...actionTokens(tokenizer, 'look'), ...tokenizer.encode('inventory'))
  t.is(sampledText(tokenizer, tokens), 'look')
  t.is(sampledText(tokenizer, tokenizer.encode('look')), 'look', 'a sample cut off by its length has no end')
  t.is(sampledText(tokenizer, new Int32Array(0)), '')
})

/** The tokenizer with `<pad>`, `<end>`, `<act>` and `<vote>` added from id `first` on. */
function withSpecials(json: string, first: number): string {
  const value = JSON.parse(json) as { added_tokens: object[] }
  ;['<pad>', '<end>', '<act>', '<vote>'].forEach((content, index) =>
    value.added_tokens.push({ id: first + index, content, special: true, normalized: false }),
  )
  return JSON.stringify(value)
}

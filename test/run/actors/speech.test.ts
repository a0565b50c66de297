import test from 'ava'
import fc from 'fast-check'
import { speechCaveats, speechOf, vocabularyCaveats } from '../../../src/run/actors/speech.ts'
import type { StoredModel } from '../../../src/run/actors/stored-model.ts'
import { environmentSource } from '../../../src/config/environment-source.ts'
import { parseRunConfig } from '../../../src/methods/registry/run-config.ts'
import { buildTokenizerJson } from '../../../src/model/tokenizer/tokenizer-json.ts'
import { chatTokenizer, templateOf } from '../../fixtures/chat.ts'

const { environment } = parseRunConfig({})
const chatml = templateOf('chatml')
const dating = { ...chatml, source: `{{ strftime_now('%d %b %Y') }}${chatml.source}` }
const model = (chat: StoredModel['chat'] & object): StoredModel => ({
  ...{ reference: { kind: 'folder', path: 'there' }, config: null, tokenizer: chatTokenizer.json, chat },
})

test('all models of a run are spoken to on its date', async t => {
  const { chats = {} } = await speechOf(
    { policy: model(dating), rewardModel: model(dating) },
    environmentSource(environment),
    '2024-02-29',
  )
  t.deepEqual(
    Object.values(chats).map(({ date }) => date),
    ['2024-02-29', '2024-02-29'],
  )
  t.deepEqual(speechCaveats({ policy: model(dating) }, '2024-02-29'), [])
})

test('a template that writes the date is refused by the name of its model where a run has none, and others are not', async t => {
  const message = /^the model rewardModel: the chat template refuses .* set policy\.date/
  const source = environmentSource(environment)
  await t.throwsAsync(speechOf({ policy: model(chatml), rewardModel: model(dating) }, source, null), {
    instanceOf: RangeError,
    message,
  })
  t.throws(() => speechCaveats({ rewardModel: model(dating) }, null), { instanceOf: RangeError, message })
  t.deepEqual(Object.keys((await speechOf({ policy: model(chatml) }, source, null)).chats ?? {}), ['policy'])
})

const words = ['left', 'right', 'up', 'down', 'take the letter']

test('a model that lacks words of the world is spoken of, with how many it knows', t => {
  const world = { name: 'post', language: { phrases: words, silent: [] } }
  fc.assert(
    fc.property(fc.subarray(words), known => {
      const stored = { policy: { ...model(chatml), tokenizer: buildTokenizerJson({ phrases: known, silent: [] }) } }
      const caveats = vocabularyCaveats(stored, world)
      t.is(caveats.length, known.length === words.length ? 0 : 1)
      if (caveats.length > 0)
        t.regex(caveats[0] ?? '', new RegExp(`policy knows ${known.length} of 5 phrases of post, and not '`))
    }),
  )
})

test('a model of bytes lacks no word, and a world without a language asks for none', t => {
  t.deepEqual(
    vocabularyCaveats({ policy: model(chatml) }, { name: 'post', language: { phrases: words, silent: [] } }),
    [],
  )
  t.deepEqual(vocabularyCaveats({ policy: model(chatml) }, { name: 'bare' }), [])
})

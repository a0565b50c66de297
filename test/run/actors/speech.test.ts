import test from 'ava'
import { speechCaveats, speechOf } from '../../../src/run/actors/speech.ts'
import type { StoredModel } from '../../../src/run/actors/stored-model.ts'
import { environmentSource } from '../../../src/config/environment-source.ts'
import { parseRunConfig } from '../../../src/methods/registry/run-config.ts'
import { chatTokenizer, templateOf } from '../../fixtures/chat.ts'

const { environment } = parseRunConfig({})
const chatml = templateOf('chatml')
const dating = { ...chatml, source: `{{ strftime_now('%d %b %Y') }}${chatml.source}` }
const model = (chat: StoredModel['chat'] & object): StoredModel => ({
  ...{ reference: { kind: 'folder', path: 'there' }, config: null, tokenizer: chatTokenizer.json, chat },
})

test('all models of a run are spoken to on its date', async t => {
  const { chats = {} } = await speechOf(
    { policy: model(dating), judge: model(dating) },
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
  const message = /^the model judge: the chat template refuses .* set policy\.date/
  const source = environmentSource(environment)
  await t.throwsAsync(speechOf({ policy: model(chatml), judge: model(dating) }, source, null), {
    instanceOf: RangeError,
    message,
  })
  t.throws(() => speechCaveats({ judge: model(dating) }, null), { instanceOf: RangeError, message })
  t.deepEqual(Object.keys((await speechOf({ policy: model(chatml) }, source, null)).chats ?? {}), ['policy'])
})

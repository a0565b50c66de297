import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { loadChat } from '../../../src/model/chat/load-chat.ts'
import { saveModel } from '../../../src/model/checkpoint.ts'
import { chatJson, chatTokenizer, templateOf } from '../../fixtures/chat.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { randomState, smallConfig } from '../random-model.ts'

const written = async (folder: string, files: Readonly<Record<string, unknown>>): Promise<string> => {
  for (const [name, value] of Object.entries(files))
    await writeFile(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value))
  return folder
}

test('what is saved with a chat template is loaded with it', async t => {
  const folder = join(await temporaryFolder(t), 'model')
  const config = { ...smallConfig, vocab_size: chatTokenizer.size }
  const chat = templateOf('chatml')
  await saveModel(folder, randomState(config, 1), { tokenizer: chatJson, chat })
  t.deepEqual(await loadChat(folder), chat)
})

test('a template stands in a file of its own or in tokenizer_config.json, tokens as texts or objects', async t => {
  const folder = await temporaryFolder(t)
  t.is(await loadChat(folder), null)
  await written(folder, {
    'tokenizer_config.json': {
      chat_template: [
        { name: 'tool_use', template: 'tools' },
        { name: 'default', template: 'plain' },
      ],
      eos_token: { content: '<e>' },
      bos_token: '<b>',
      pad_token: null,
    },
    'config.json': { eos_token_id: 7 },
  })
  t.deepEqual(await loadChat(folder), { source: 'plain', tokens: { bos_token: '<b>', eos_token: '<e>' }, end: [7] })
  await written(folder, { 'chat_template.jinja': 'own', 'generation_config.json': { eos_token_id: [7, 9] } })
  t.like(await loadChat(folder), { source: 'own', end: [7, 9] })
})

test('a file that is wrong is refused by its name and field', async t => {
  const folder = await temporaryFolder(t)
  await written(folder, { 'tokenizer_config.json': { chat_template: 5 } })
  await t.throwsAsync(loadChat(folder), {
    instanceOf: RangeError,
    message: /tokenizer_config\.json\.chat_template: expected string or array, got 5$/,
  })
  await written(folder, { 'tokenizer_config.json': '{' })
  await t.throwsAsync(loadChat(folder), { message: /tokenizer_config\.json is not JSON/ })
  const other = join(folder, 'other')
  await mkdir(other)
  await written(other, { 'chat_template.jinja': 'x', 'generation_config.json': { eos_token_id: 'end' } })
  await t.throwsAsync(loadChat(other), { message: /generation_config\.json\.eos_token_id: .*, got "end"$/ })
})

import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { openJournal, readJournal, type JournalLine } from '../../../src/gateway/journal.ts'
import { loadRedact } from '../../../src/gateway/sessions/load-redact.ts'
import { createRedaction } from '../../../src/gateway/sessions/redaction.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { scriptedGateway, words } from '../server/scripted.ts'

/** A word that the model knows, so that tokens tell it, too. */
const redact = (text: string): string => text.replaceAll(/mug( \d)?/g, '[thing]')
const path = '/v1/chat/completions'
const user = (content: string) => ({ role: 'user', content })
const system = (content: string) => ({ role: 'system', content })

const conversations = {
  'a message': [user('you see a mug 1 on the desk')],
  'the system text': [system('you own a mug'), user('look')],
  'the result of a call': [
    user('look'),
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'take', arguments: '{"object":"mug 1"}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'you hold the mug 1' },
  ],
}

/** All texts of the lines, and what their tokens say. */
const told = (lines: readonly JournalLine[]): string =>
  lines
    .map(line =>
      line.kind === 'turn'
        ? [
            line,
            words.decode(Int32Array.from(line.promptTokens)),
            ...line.sampled.map(({ tokens }) => words.decode(Int32Array.from(tokens))),
          ]
        : line,
    )
    .map(line => JSON.stringify(line))
    .join('\n')

for (const [what, messages] of Object.entries(conversations))
  test(`what must not be kept is in no file, nor trained on, and the model is told it all the same: ${what}`, async t => {
    const folder = await temporaryFolder(t)
    const journal = await openJournal(folder)
    const options = { answer: (at: number) => ['look', 'go to desk 1'][at] ?? 'look', redact }
    const first = scriptedGateway({ ...options, journal })
    const headers = { 'x-session-id': 'the mug of ann' }
    const answered = await first.ask({ path, body: { messages }, headers })
    t.is(answered.status, 200)
    /* This model is not told the system's text. */
    const wanted = what === 'the system text' ? /look/ : /mug/
    t.regex(words.decode(Int32Array.from(first.read(0))), wanted)
    const on = [...messages, { role: 'assistant', content: 'look' }, user('go on')]
    const next = await first.ask({ path, body: { messages: on }, headers })
    t.is(next.session, answered.session)
    t.regex(words.decode(Int32Array.from(first.read(1))), wanted)
    await first.ask({
      path,
      body: { messages: [...on, { role: 'assistant', content: 'go to desk 1' }, user('look')] },
      headers,
    })
    await journal.close()
    for (const name of await readdir(folder)) t.notRegex(await readFile(join(folder, name), 'utf8'), /mug/)
    const lines = await readJournal(folder)
    t.notRegex(told(lines), /mug/)
    t.deepEqual(
      lines.filter(line => line.kind === 'turn').map(({ train, sampled: [first] }) => [train, first?.tokens]),
      Array.from({ length: 3 }, () => [false, []]),
    )
    const again = scriptedGateway({ ...options, lines })
    t.is((await again.ask({ path, body: { messages: on }, headers })).session, answered.session)
  })

test('an answer is sent as it was sampled, and kept without what must not be; other turns are kept as they are', async t => {
  const { ask, written } = scriptedGateway({
    answer: at => ['look', 'take mug 1 from desk 1', 'look'][at] ?? 'look',
    redact,
  })
  const messages: object[] = [user('look')]
  for (let turn = 0; turn < 3; turn += 1) {
    const { whole } = await ask({ path, body: { messages: [...messages] } })
    messages.push({ role: 'assistant', content: whole.choices?.[0]?.message?.content ?? '' }, user('go on'))
  }
  t.deepEqual(messages[3], { role: 'assistant', content: 'take mug 1 from desk 1' })
  t.notRegex(told(written), /mug/)
  const turns = written.filter(line => line.kind === 'turn')
  t.deepEqual(
    turns.map(({ withheld = false, train, sampled: [first] }) => [withheld, train && (first?.tokens.length ?? 0) > 0]),
    [
      [false, true],
      [true, false],
      [false, true],
    ],
  )
  t.is(new Set(turns.map(({ session }) => session)).size, 1)
})

test('a session is ended and deleted by the name that its agent has for it, also where that must not be kept', async t => {
  const { ask, written } = scriptedGateway({ answer: () => 'look', redact })
  const { session } = await ask({ path, body: { messages: [user('look')] }, headers: { 'x-session-id': 'mug 1' } })
  const named = '/v1/sessions/mug%201'
  t.is((await ask({ path: `${named}/outcome`, body: { outcome: 1 } })).status, 200)
  t.like(written.at(-1), { kind: 'outcome', session })
  t.is((await ask({ path: '/v1/sessions/mug%202/outcome', body: { outcome: 1 } })).status, 404)
  t.like(await ask({ path: named, body: '', method: 'DELETE' }), { status: 200, whole: { session } })
  t.notRegex(told(written), /mug/)
})

test('what people and the reward model say is kept without it, and of a reason without its tokens', async t => {
  const kept: JournalLine[] = []
  const { append } = createRedaction(redact).journal({ append: async (line: JournalLine) => kept.push(line) > 0 })
  const given = { verdict: 1, reason: 'took a mug', tokens: [1], logprobs: [-1], version: 0 } as const
  await append({ kind: 'verdict', id: 'a', at: 1, verdict: 1, reason: 'a mug' })
  await append({ kind: 'outcome', session: 's', at: 1, outcome: 1, observation: 'a mug', by: 'request' })
  await append({
    kind: 'voted',
    id: 'a',
    verdicts: [given, { ...given, reason: 'good' }],
    hints: [given],
    fault: null,
  })
  t.notRegex(JSON.stringify(kept), /mug/)
  t.like(kept[2], { verdicts: [{ tokens: [] }, { reason: 'good', tokens: [1] }], hints: [{ tokens: [] }] })
})

test('a module that is none is refused, and one that fails keeps nothing', async t => {
  const folder = await temporaryFolder(t)
  const file = join(folder, 'redact.ts')
  await writeFile(file, 'export default 1\n')
  await t.throwsAsync(loadRedact(file), { instanceOf: RangeError, message: /must export a function/ })
  const good = join(folder, 'good.ts')
  await writeFile(good, "export default (text: string): string => text.replaceAll('mug', '')\n")
  t.is((await loadRedact(good))('a mug'), 'a ')
  const { ask, written } = scriptedGateway({
    answer: () => 'look',
    redact: () => {
      throw new Error('no')
    },
  })
  t.is((await ask({ path, body: { messages: [user('look')] } })).status, 500)
  t.deepEqual(written, [])
})

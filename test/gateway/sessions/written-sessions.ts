/** Sessions of a scripted gateway, on disk. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JournalLine } from '../../../src/gateway/journal.ts'
import { scriptedGateway } from '../server/scripted.ts'

const answers = ['go to desk 1', 'go to desk 2', 'look', 'take mug 1 from desk 1']

/** Two sessions: one of two turns in a line and a branch, voted on, trained on and with an outcome; one with a tool's result. */
export async function writtenSessions(folder: string): Promise<readonly JournalLine[]> {
  const { ask, written } = scriptedGateway({ answer: at => answers[at] ?? '' })
  const path = '/v1/chat/completions'
  const look = { role: 'user', content: 'look' }
  const first = await ask({ path, body: { messages: [look] }, headers: { 'x-session-id': 'ann' } })
  const answer = { role: 'assistant', content: first.whole.choices?.[0]?.message?.content ?? '' }
  for (const content of ['secret word', 'look again'])
    await ask({
      path,
      body: { messages: [look, answer, { role: 'user', content }] },
      headers: { 'x-session-id': 'ann' },
    })
  const parameters = { type: 'object', properties: { object: {}, from: {} } }
  const tools = [{ type: 'function', function: { name: 'take', parameters } }]
  const called = await ask({ path, body: { messages: [{ role: 'user', content: 'go' }], tools } })
  const [ann, , branch] = written.filter(line => line.kind === 'turn')
  const verdict = { verdict: 1, reason: 'it went on from the secret', tokens: [], logprobs: [], version: 0 } as const
  const lines: JournalLine[] = [
    ...written,
    { kind: 'voted', id: ann?.id ?? '', verdicts: [verdict], hints: [], fault: null },
    { kind: 'verdict', id: branch?.id ?? '', at: 5, verdict: -1, reason: 'no secret' },
    { kind: 'outcome', session: ann?.session ?? '', at: 6, outcome: 0.25, observation: null, by: 'request' },
    {
      ...{ kind: 'trained', at: 7, policy: 1, rewardModel: null, turns: [ann?.id ?? ''] },
      ...{ samples: { policy: 1, rewardModel: 0 }, dropped: {} },
    },
  ]
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'turns.jsonl'), lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  if (called.status !== 200) throw new Error('the tool was not called')
  return lines
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { parquetReadObjects } from 'hyparquet'
import { exportSessions } from '../../src/export/sessions/export-sessions.ts'
import { sessionTrajectories } from '../../src/export/sessions/session-trajectories.ts'
import type { SessionTurn } from '../../src/gateway/sessions/session.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { writtenSessions } from '../gateway/sessions/written-sessions.ts'

test('sessions as trajectories of ATIF: a document for each line of the tree, with the tokens as sampled', async t => {
  const directory = await temporaryFolder(t)
  const lines = await writtenSessions(directory)
  const out = join(directory, 'atif')
  await exportSessions({ directory, to: 'atif', out, sessions: [] })
  const documents = (await readFile(join(out, 'sessions.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { readonly steps: readonly { readonly message: string }[] })
  t.is(documents.length, 3)
  const [first] = lines.filter(line => line.kind === 'turn')
  t.like(documents[0], {
    schema_version: 'ATIF-v1.7',
    session_id: first?.session,
    agent: { name: 'rlanything', model_name: 'policy' },
    final_metrics: { total_steps: 4, extra: { outcome: 0.25 } },
  })
  t.deepEqual(
    documents.map(({ steps }) => steps.map(({ message }) => message)),
    [
      ['look', 'go to desk 1', 'secret word', 'go to desk 2'],
      ['look', 'go to desk 1', 'look again', 'look'],
      ['go', ''],
    ],
  )
  t.like(documents[0]?.steps[1], {
    step_id: 2,
    source: 'agent',
    timestamp: '2025-11-24T16:00:00.123Z',
    metrics: { completion_token_ids: first?.sampled[0]?.tokens, logprobs: first?.sampled[0]?.logprobs },
  })
  t.like(documents[2]?.steps[1], {
    tool_calls: [{ function_name: 'take', arguments: { object: 'mug 1', from: 'desk 1' } }],
  })
})

test('a conversation goes on from the answer that its next turn names, and every answer that nothing follows ends one', t => {
  const turns = [turn('a', null, ['first', 'second', 'third']), turn('b', 'a_1', ['end'])]
  const tokens = (...each: number[]) => each.map(token => ({ tokens: [token], logprobs: [-1], version: 0 }))
  const found = sessionTrajectories(
    { id: 's', name: null, begunAt: 0, lastAt: 0, outcome: null, turns },
    new Map([
      ['a', tokens(10, 11, 12)],
      ['b', tokens(20)],
    ]),
    agent,
  )
  const told = found.map(({ trajectory_id: id, steps }) => [
    id,
    ...steps.map(({ message, metrics }) => [message, ...(metrics?.completion_token_ids ?? [])].join(' ')),
  ])
  t.deepEqual(told, [
    ['s/a', 'asked a', 'first 10'],
    ['s/a_2', 'asked a', 'third 12'],
    ['s/b', 'asked a', 'second 11', 'asked b', 'end 20'],
  ])
})

test('what calls gave stands with the last of them, in its order', t => {
  const calls = ['a', 'b'].map(id => ({ kind: 'call', id, name: 'look', arguments: '{}' }) as const)
  const results = Array.from({ length: 100 }, (_, at) => ({ kind: 'result', id: 'b', text: `${at}` }) as const)
  const turns = [{ ...turn('first', null, ['end']), asked: [...calls, ...results] }]
  const session = { id: 's', name: null, begunAt: 0, lastAt: 0, outcome: null, turns }
  const [found] = sessionTrajectories(session, new Map(), agent)
  const told = results.map(({ text }) => ({ source_call_id: 'b', content: text }))
  t.deepEqual(
    found?.steps.map(({ message, observation }) => [message, observation?.results]),
    [
      ['', undefined],
      ['', told],
      ['end', undefined],
    ],
  )
})

test('sessions as Parquet: a row a session and a row a turn', async t => {
  const directory = await temporaryFolder(t)
  const lines = await writtenSessions(directory)
  const out = join(directory, 'tables')
  await exportSessions({ directory, to: 'parquet', out, sessions: ['ann'] })
  const table = async (name: string) =>
    parquetReadObjects({ file: new Uint8Array(await readFile(join(out, name))).buffer })
  t.like(await table('sessions.parquet'), [{ name: 'ann', outcome: 0.25 }])
  const turns = await table('turns.parquet')
  const wanted = lines.filter(line => line.kind === 'turn').slice(0, 3)
  t.deepEqual(
    turns.map(({ id, sampled, parent }) => ({ id, sampled: sampled as unknown, parent: parent as unknown })),
    wanted.map(({ id, sampled, parent }) => ({ id, sampled, parent })),
  )
  t.deepEqual(turns[0]?.['verdicts'], [{ verdict: 1, reason: 'it went on from the secret', by: 'reward model' }])
  await t.throwsAsync(exportSessions({ directory, to: 'parquet', out, sessions: [] }), { message: /is not empty/ })
})

const agent = { name: 'n', version: 'v', model_name: 'm' }

const turn = (id: string, parent: string | null, answers: readonly string[]): SessionTurn => ({
  ...{ id, at: 0, parent, dialect: 'openai', asked: [{ kind: 'user', text: `asked ${id}` }], promptTokens: 1 },
  ...{
    choices: answers.map(text => ({ text, calls: [], finish: 'stop', stoppedBy: null, logprobs: [] })),
    answerTokens: 1,
    version: 0,
    train: true,
  },
  ...{ delivery: 'whole', verdicts: [], trained: false },
})

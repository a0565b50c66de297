import test from 'ava'
import fc from 'fast-check'
import { withoutSessions } from '../../../src/gateway/sessions/without-sessions.ts'
import { turnEpisode } from '../../../src/gateway/training/episodes.ts'
import { promptOf } from '../../../src/gateway/history/turn-tokens.ts'
import type { LoggedTurn } from '../../../src/gateway/training/stream/logged-turn.ts'
import { createTurnStream } from '../../../src/gateway/training/stream/turn-stream.ts'
import { turnMethod } from '../../../src/methods/registry/turn-methods.ts'
import { voted, keptTrainer, newDisk, outcomeLine, reading } from './kept-trainer.ts'
import { turnLine } from '../turn-line.ts'

const streamOf = (method: string, settings: object = {}, maxSessions = 100) =>
  createTurnStream(turnMethod(method).begin(settings), maxSessions)

const ids = (turns: readonly LoggedTurn[]): readonly string[] => turns.map(({ id }) => id)

test('a turn is complete once it is gone on from, with all that was read before it; the last one is not', t => {
  const stream = streamOf('binary')
  for (const at of [0, 1, 2]) stream.read(turnLine('a', at))
  const turns = stream.withoutVerdicts(9)
  t.deepEqual(ids(turns), ['ax0', 'ax1'])
  t.deepEqual(
    turns.map(turn => [...promptOf(turn)]),
    [
      [5, 6],
      [5, 6, 10, 5, 6],
    ],
  )
})

test('turns that cannot be trained on, or that the client holds in part, are left out and counted by reason', t => {
  const stream = streamOf('binary')
  const drawn = { tokens: [9], logprobs: [-1], version: 0 }
  stream.read(turnLine('a', 0, { train: false }))
  stream.read(turnLine('a', 1))
  stream.read(turnLine('a', 2, { held: [{ kind: 'assistant', text: 'sai' }] }))
  stream.read(turnLine('b', 0, { train: false, sampled: [{ ...drawn, logprobs: [] }] }))
  stream.read(turnLine('c', 0, { withheld: true, train: false, sampled: [{ ...drawn, tokens: [], logprobs: [] }] }))
  stream.read(turnLine('d', 3, { after: 'gone' }))
  t.deepEqual(stream.withoutVerdicts(9), [])
  const reasons = ['not asked for', 'held in part', 'no log-probabilities', 'redacted', 'prompt not at hand']
  t.deepEqual(stream.left(), Object.fromEntries(reasons.map(reason => [reason, 1])))
  const dropped = stream.left()
  /* While those are written down. */
  for (const session of ['e', 'f']) stream.read(turnLine(session, 0, { train: false }))
  const samples = { policy: 0, rewardModel: 0 }
  stream.read({ kind: 'trained', at: 0, policy: 1, rewardModel: null, turns: [], samples, dropped })
  t.deepEqual(stream.left(), { 'not asked for': 2 })
})

test('of a session that was removed nothing is graded or trained on any more, ended or not', t => {
  const stream = streamOf('rlanything', { turns: { batch: 1 } })
  for (const session of ['a', 'b', 'c']) for (const at of [0, 1]) stream.read(turnLine(session, at))
  stream.read(outcomeLine('a', 1))
  stream.remove('a')
  stream.remove('b')
  stream.read({ kind: 'voted', id: 'ax0', ...voted(1) })
  stream.read(outcomeLine('c', 1))
  t.deepEqual(ids(stream.withoutVerdicts(9)), ['cx0'])
})

test('a line that does not stay on the disk is not learnt from', async t => {
  const disk = newDisk()
  const isKept = withoutSessions(new Set(['a']))
  const trainer = await keptTrainer({ disk, isKept, settings: { turns: { batch: 1 } } })
  for (const session of ['a', 'b'])
    for (const at of [0, 1]) t.is(await trainer.journal.append(turnLine(session, at)), session === 'b')
  await trainer.idle()
  t.deepEqual(
    disk.lines.flatMap(line => (line.kind === 'trained' ? line.turns : [])),
    ['bx0'],
  )
})

test('an outcome ends the turns so far: the last of them with what the outcome tells of, or without', t => {
  const stream = streamOf('rlanything', { turns: { batch: 2 } })
  for (const at of [0, 1]) stream.read(turnLine('a', at))
  t.is(stream.batch(0), null)
  stream.read(outcomeLine('a', 1))
  t.deepEqual(ids(stream.withoutVerdicts(9)), ['ax0'])
  stream.read({ kind: 'voted', id: 'ax0', ...voted(1) })
  t.deepEqual(
    stream
      .batch(0)
      ?.flat()
      .map(({ turns }) => ids(turns)),
    [['ax0', 'ax1']],
  )
  for (const at of [2, 3]) stream.read(turnLine('a', at))
  stream.read(outcomeLine('a', 0, 'You lose.'))
  t.deepEqual(ids(stream.withoutVerdicts(9)), ['ax2', 'ax3'])
})

test('sessions of a task wait for each other, but not for ever; those without a task do not', t => {
  const settings = { turns: { batch: 1 }, feedback: { source: 'outcome' }, sessions: { group: 2, idleMinutes: 1 } }
  const stream = streamOf('rlanything', settings)
  const end = (session: string, task: string | null): void => {
    stream.read(turnLine(session, 0, { task }))
    stream.read(outcomeLine(session, 1))
  }
  const groups = (now: number) => stream.batch(now)?.map(group => group.map(({ piece }) => piece.session)) ?? null
  end('a', 'mug')
  t.is(groups(60_000), null)
  t.deepEqual(groups(60_001), [['a']])
  end('b', 'pan')
  end('c', null)
  t.deepEqual(groups(0), [['c']])
  end('d', 'mug')
  t.deepEqual(groups(0), [['a', 'd'], ['c']])
})

test('what has its verdicts is trained on, however many turns come faster than verdicts', t => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 80, size: 'max' }), isArrival => {
      const stream = streamOf('binary', { turns: { waiting: 4, batch: 2 } })
      const [judged, trained] = [new Set<string>(), new Set<string>()]
      let arrived = 0
      for (const came of isArrival) {
        if (came) stream.read(turnLine(`s${arrived % 3}`, Math.floor(arrived++ / 3)))
        else
          for (const id of ids(stream.withoutVerdicts(1))) {
            stream.read({ kind: 'voted', id, ...voted(1) })
            judged.add(id)
          }
        const batch = ids(stream.batch(0)?.flatMap(group => group.flatMap(({ turns }) => turns)) ?? [])
        if (batch.length === 0) continue
        for (const id of batch) trained.add(id)
        const samples = { policy: batch.length, rewardModel: 0 }
        stream.read({ kind: 'trained', at: 0, policy: 1, rewardModel: null, turns: batch, samples, dropped: {} })
      }
      t.true([...judged].filter(id => !trained.has(id)).length < 2, 'fewer than a batch')
    }),
  )
})

test('of more sessions than may wait the newest are left out whole; forgotten ones end; one that waits alone has room', t => {
  const settings = { turns: { waiting: 2, batch: 1 }, feedback: { source: 'outcome' }, sessions: { group: 1 } }
  const stream = streamOf('rlanything', settings, 2)
  const trainedOn = () => ids(stream.batch(0)?.flatMap(group => group.flatMap(({ turns }) => turns)) ?? [])
  for (const at of [0, 1, 2, 3]) stream.read(turnLine('a', at))
  for (const at of [0, 1]) stream.read(turnLine('b', at))
  stream.read(outcomeLine('a', 1))
  t.deepEqual(trainedOn(), ['ax0', 'ax1', 'ax2', 'ax3'])
  const samples = { policy: 4, rewardModel: 0 }
  stream.read({ kind: 'trained', at: 0, policy: 1, rewardModel: null, turns: trainedOn(), samples, dropped: {} })
  stream.read(turnLine('b', 2))
  stream.read(outcomeLine('b', 1))
  t.is(stream.batch(0), null, 'there was no room for its beginning')
  for (const session of ['c', 'd', 'e']) stream.read(turnLine(session, 0))
  t.is(stream.underWay().length, 2)
})

test('a group that waits for sessions which do not come is trained on once it is too old', t => {
  const settings = { turns: { batch: 1, staleness: 0 }, feedback: { source: 'outcome' }, sessions: { group: 2 } }
  const stream = streamOf('rlanything', settings)
  stream.read(turnLine('a', 0, { task: 'mug' }))
  stream.read(outcomeLine('a', 1))
  t.is(stream.batch(0), null)
  const samples = { policy: 1, rewardModel: 0 }
  stream.read({ kind: 'trained', at: 0, policy: 1, rewardModel: null, turns: [], samples, dropped: {} })
  t.is(stream.batch(0)?.length, 1)
})

test('what weights drew that were never kept is older than all that is kept', t => {
  const stream = streamOf('binary', { turns: { batch: 2 } })
  const sampled = [{ tokens: [9], logprobs: [-1], version: 1 }]
  stream.read(turnLine('a', 0, { sampled }))
  stream.read({ kind: 'begun', at: 0 })
  stream.read(turnLine('a', 1))
  t.is(stream.withoutVerdicts(1)[0]?.version, -1)
  t.deepEqual(stream.versions().policy.ends, [0])
})

test('exact lines of conversation are agents of an episode, and a rewritten history begins another one', t => {
  const stream = streamOf('rlanything', { turns: { batch: 1 }, feedback: { source: 'outcome' } })
  for (const line of [turnLine('a', 0), turnLine('a', 1, { after: null, promptTokens: [8] }), turnLine('a', 2)])
    stream.read(line)
  stream.read(outcomeLine('a', 1))
  const [[given] = []] = stream.batch(0) ?? []
  const { episode, notes } = turnEpisode(given ?? t.fail(), reading, { hindsights: new Map(), human: new Map() })
  t.deepEqual(
    episode.steps.map(({ agent, context }) => [agent, ...context]),
    [
      ['policy', 5, 6],
      ['policy 1', 8],
      ['policy 1', 5, 6],
    ],
  )
  t.deepEqual(
    Object.values(notes)[0]?.map(({ alone = false }) => alone),
    [true, true, false],
  )
})

test('a rule ends sessions, and silence does where it says nothing', async t => {
  let now = 0
  const disk = newDisk()
  const trainer = await keptTrainer({
    ...{ disk, method: 'rlanything', now: () => now },
    settings: { turns: { batch: 1 }, feedback: { source: 'outcome' }, sessions: { idleMinutes: 1 } },
    rule: ({ id, turns }) => (id === 'a' && turns.length === 2 ? 1 : null),
  })
  for (const session of ['a', 'b']) for (const at of [0, 1]) await trainer.journal.append(turnLine(session, at))
  await trainer.idle()
  const ends = () =>
    disk.lines.flatMap(line => (line.kind === 'outcome' ? [[line.session, line.outcome, line.by]] : []))
  t.deepEqual(ends(), [['a', 1, 'rule']])
  now = 60_002
  trainer.tick()
  await trainer.idle()
  t.deepEqual(ends(), [
    ['a', 1, 'rule'],
    ['b', null, 'silence'],
  ])
  const dropped = disk.lines.flatMap(line => (line.kind === 'trained' ? [line.dropped] : []))
  t.deepEqual(dropped, [{}, { 'no outcome': 2 }])
})

test('a session that goes on while a rule thinks about it is not ended, by the rule or by silence', async t => {
  for (const given of [0.25, null]) {
    let now = 0
    const asked: { readonly turns: number; readonly answer: (outcome: number | null) => void }[] = []
    const disk = newDisk()
    const trainer = await keptTrainer({
      ...{ disk, method: 'rlanything', now: () => now },
      settings: { turns: { batch: 9 }, sessions: { idleMinutes: 1 } },
      rule: ({ turns }) => new Promise(answer => asked.push({ turns: turns.length, answer })),
    })
    const comeTo = async (count: number): Promise<void> => {
      for (let at = 0; at < 100 && asked.length < count; at += 1) await new Promise(resolve => setImmediate(resolve))
    }
    await trainer.journal.append(turnLine('a', 0))
    now = 60_002
    await comeTo(1)
    asked[0]?.answer(null)
    trainer.tick()
    await comeTo(2)
    await trainer.journal.append(turnLine('a', 1, { at: now }))
    asked[1]?.answer(given)
    await comeTo(3)
    asked[2]?.answer(null)
    await trainer.idle()
    t.deepEqual(
      asked.map(({ turns }) => turns),
      [1, 1, 2],
    )
    t.false(disk.lines.some(({ kind }) => kind === 'outcome'))
  }
})

test('the reward model learns by how its verdicts agree with how sessions came out', async t => {
  const disk = newDisk()
  const trainer = await keptTrainer({
    ...{ disk, method: 'rlanything', settings: { turns: { batch: 2 } } },
    rewardModel: () => voted(1, -1, 1),
  })
  for (const line of [turnLine('a', 0), turnLine('a', 1), outcomeLine('a', 1, 'done')])
    await trainer.journal.append(line)
  await trainer.idle()
  const advantages = trainer.current.rewardModel.trained.map(([, advantage]) => advantage)
  t.is(advantages.length, 6)
  for (const at of [0, 3]) t.true((advantages[at] ?? 0) > 0 && (advantages[at + 1] ?? 0) < 0)
  t.true(disk.weights.has('rewardModel 1'))
})

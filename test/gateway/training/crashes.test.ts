/** Wherever a gateway that trains is killed, the next one goes on: no turn is trained on twice, and none is lost. */
import test from 'ava'
import fc from 'fast-check'
import type { Vote } from '../../../src/reward/votes.ts'
import type { JournalLine, TrainedLine } from '../../../src/gateway/journal.ts'
import { lastTraining } from '../../../src/gateway/training/weights.ts'
import { voted, keptTrainer, newDisk, outcomeLine, type Disk } from './kept-trainer.ts'
import { turnLine } from '../turn-line.ts'

/** Two sessions of a task that are gone on with in turn, and end. */
const script = (lengths: readonly number[]): readonly JournalLine[] => [
  ...lengths.flatMap((length, session) =>
    Array.from({ length }, (_, at) => turnLine(`s${session}`, at, { token: 100 * session + at + 10, task: 'mug' })),
  ),
  ...lengths.map((_, session) => outcomeLine(`s${session}`, session % 2, 'done')),
]

const trainedIn = ({ lines }: Disk): readonly TrainedLine[] =>
  lines.filter((line): line is TrainedLine => line.kind === 'trained')

/** Runs the script to its end, killed after so many writes of each process, before or after the write. */
async function killedAt(
  kills: readonly number[],
  options: { method: string; settings: object },
  lines: readonly JournalLine[],
) {
  const disk = newDisk()
  for (const kill of [...kills, Infinity]) {
    let writes = 0
    const onWrite = (): void => {
      writes += 1
      if (writes >= kill) throw new Error('killed')
    }
    const trainer = await keptTrainer({
      disk,
      onWrite,
      rewardModel: ({ at }) => voted(at % 2 === 0 ? 1 : -1, 1, -1),
      ...options,
    })
    const there = disk.lines.filter(({ kind }) => ['turn', 'outcome', 'verdict'].includes(kind)).length
    for (const line of lines.slice(there)) {
      if (writes >= kill) break
      await trainer.journal.append(line).catch(() => {})
      await trainer.idle()
    }
    trainer.tick()
    await trainer.idle()
  }
  return disk
}

const cases = [
  { method: 'binary', settings: { turns: { batch: 3, staleness: 64 } } },
  { method: 'rlanything', settings: { turns: { batch: 2, staleness: 64 }, sessions: { group: 2 } } },
] as const

for (const options of cases)
  test(`${options.method}: kept weights are trained on each turn once, wherever it was killed`, async t => {
    const lines = script([4, 3, 5, 4])
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 12 }), async kills => {
        const disk = await killedAt(kills, options, lines)
        const done = trainedIn(disk).flatMap(({ turns }) => turns)
        t.is(new Set(done).size, done.length)
        const { policy } = lastTraining(disk.lines)
        const { trained } = disk.weights.get(`policy ${policy}`) ?? { trained: [] }
        const tokens = trained.map(([token]) => token)
        t.is(new Set(tokens).size, tokens.length)
        const samples = trainedIn(disk).reduce((sum, each) => sum + each.samples.policy, 0)
        t.is(tokens.length, samples)
        t.true(samples > 0)
        const dropped = trainedIn(disk)
          .flatMap(each => Object.values(each.dropped))
          .reduce((sum, count) => sum + count, 0)
        t.is(samples + dropped, done.length)
        /* All that is complete, except for what is less than a batch. */
        const complete = lines.filter(({ kind }) => kind === 'turn').length
        t.true(done.length > complete - options.settings.turns.batch && done.length <= complete)
      }),
      { numRuns: 25 },
    )
  })

for (const { method, settings } of cases)
  test(`${method}: what a person says of a turn, early or late, is learnt from once, wherever it was killed`, async t => {
    const said = fc.record({
      session: fc.nat(2),
      turn: fc.nat(2),
      when: fc.nat(11),
      verdict: fc.constantFrom<Vote>(-1, 1),
    })
    const kills = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.array(said, { maxLength: 8 }), kills, async (all, ends) => {
        const lines = [...script([3, 3, 3, 3])]
        /* Each after its turn, which is there by then, or after the last line. */
        const given = all.toSorted((a, b) => a.when - b.when)
        for (const [at, { session, turn, when, verdict }] of given.entries()) {
          const line: JournalLine = { kind: 'verdict', id: `s${session}x${turn}`, at, verdict, reason: '' }
          lines.splice(Math.max(3 * session + turn + 1, when) + at, 0, line)
        }
        const disk = await killedAt(
          ends,
          { method, settings: { ...settings, turns: { ...settings.turns, batch: 1 } } },
          lines,
        )
        const heard = trainedIn(disk).flatMap(line => Object.entries(line.heard ?? {}).map(each => each.join(' ')))
        t.is(new Set(heard).size, heard.length)
        const last = new Map<string, { at: number; verdict: Vote }>()
        for (const line of disk.lines)
          if (line.kind === 'verdict' && last.get(line.id)?.verdict !== line.verdict) last.set(line.id, line)
        for (const [id, { at }] of last) t.true(heard.includes(`${id} ${at}`), `${id} at ${at}`)
        const { trained } = disk.weights.get(`policy ${lastTraining(disk.lines).policy}`) ?? { trained: [] }
        t.is(
          trained.length,
          trainedIn(disk).reduce((sum, { samples }) => sum + samples.policy, 0),
        )
      }),
      { numRuns: 25 },
    )
  })

test('what is said of a turn while it is trained on is learnt from next', async t => {
  const disk = newDisk()
  const say = (verdict: Vote, at: number) =>
    trainer.journal.append({ kind: 'verdict', id: 'ax0', at, verdict, reason: '' })
  let [isSaid, said]: [boolean, Promise<unknown>] = [false, Promise.resolve()]
  const onWrite = (): void => {
    if (isSaid || disk.weights.size === 0) return
    isSaid = true
    said = say(-1, 7)
  }
  const trainer = await keptTrainer({ disk, onWrite, settings: { turns: { batch: 1 } } })
  for (const at of [0, 1]) await trainer.journal.append(turnLine('a', at))
  await trainer.idle()
  await said
  await trainer.idle()
  t.deepEqual(trainer.current.policy.trained, [
    [10, 1],
    [10, -1],
  ])
  await say(-1, 8)
  await trainer.idle()
  t.is(trainer.current.policy.trained.length, 2)
  t.deepEqual(
    trainedIn(disk).map(({ heard = {} }) => heard),
    [{}, { ax0: 7 }],
  )
})

test('killed at each single write, the weights are in the end as if it had not been', async t => {
  const lines = script([3, 3])
  for (const options of cases) {
    const whole = await killedAt([], options, lines)
    for (let kill = 1; kill <= 2 * whole.lines.length; kill += 1) {
      const disk = await killedAt([kill], options, lines)
      const weightsOf = ({ lines, weights }: Disk) => {
        const trained = weights.get(`policy ${lastTraining(lines).policy}`)?.trained ?? []
        return trained.map(([token]) => token).toSorted((a, b) => a - b)
      }
      t.deepEqual(weightsOf(disk), weightsOf(whole), `${options.method}, killed at write ${kill}`)
    }
  }
})

test('a trainer that is stopped ends the votes under way alone, and the next one goes on with the others', async t => {
  const disk = newDisk()
  const ids = () => disk.lines.flatMap(line => (line.kind === 'voted' ? [line.id] : []))
  const settings = { turns: { batch: 9 } }
  const rewardModel = () => {
    trainer.stop()
    return voted(1)
  }
  const trainer = await keptTrainer({ disk, settings, rewardModel })
  for (let at = 0; at < 10; at += 1) await trainer.journal.append(turnLine('a', at))
  await trainer.idle()
  t.true(ids().length > 0 && ids().length <= 4, `${ids().length} turns`)
  const next = await keptTrainer({ disk, settings })
  await next.idle()
  t.is(ids().length, 9)
  t.is(new Set(ids()).size, 9)
  t.is(trainedIn(disk)[0]?.turns.length, 9)
})

test('a disk that refuses a line leaves the weights that are written down', async t => {
  const disk = newDisk()
  let isFull = false
  const onWrite = (): void => {
    const isTraining = [...disk.weights.keys()].length > 0
    if (isFull && isTraining) throw new Error('the disk is full')
  }
  const trainer = await keptTrainer({ disk, onWrite })
  for (const at of [0, 1]) await trainer.journal.append(turnLine('a', at))
  isFull = true
  await trainer.journal.append(turnLine('a', 2)).catch(() => {})
  await trainer.idle()
  t.deepEqual(trainer.current.policy.trained, [])
  t.regex(trainer.faults[0] ?? '', /disk is full/)
  isFull = false
  trainer.tick()
  await trainer.idle()
  t.is(trainer.current.policy.trained.length, 2)
  t.is(trainedIn(disk).length, 1)
})

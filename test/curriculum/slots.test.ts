import test from 'ava'
import fc from 'fast-check'
import { defaultBand, directionOf, type Band } from '../../src/curriculum/acceptance/direction.ts'
import { acceptanceRule } from '../../src/methods/rlanything/formulation/acceptance-rule.ts'
import { counts } from '../../src/laws/index.ts'
import { versionsOf, type LineageEvent } from '../../src/curriculum/lineage.ts'
import { parseLineageEvent } from '../../src/curriculum/parse-lineage.ts'
import { decide, propose, withdraw, type Proposal } from '../../src/curriculum/proposals.ts'
import { acceptedCounts, advance, pendingSlots, replayLineage, rootEvents, slotAt } from '../../src/curriculum/slots.ts'

type Task = { readonly name: string }

const roots: readonly Task[] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]
const hard = { successes: 0, trials: 8 }
const proposal = (slot: number, name: string): Proposal<Task> => ({
  iteration: 1,
  slot,
  task: { name },
  direction: 'easier',
  proposer: 'adapter',
  edit: 'show-target',
  reason: `${name} is in sight`,
  baseline: hard,
})

const by = (rule: 'paper' | 'sound') => ({
  accepts: acceptanceRule({ rule, confidence: 0.8 }),
  by: null,
  band: defaultBand,
})

const moves = fc.array(
  fc.record({
    slot: fc.nat({ max: roots.length - 1 }),
    before: counts(8),
    after: counts(8),
    rule: fc.constantFrom('paper' as const, 'sound' as const),
    unplayable: fc.boolean(),
  }),
  { maxLength: 30 },
)
type Move = typeof moves extends fc.Arbitrary<(infer One)[]> ? One : never

/** The events of a run that does what `made` says: proposes where nothing is pending, else decides or withdraws. */
function lineageOf(made: readonly Move[]): LineageEvent<Task>[] {
  const events = rootEvents(roots)
  made.forEach(({ slot, before, after, rule, unplayable }, iteration) => {
    const slots = replayLineage(events)
    if (slotAt(slots, slot).pending === null) {
      const direction = directionOf(before.successes / before.trials)
      const task = { name: `version ${iteration}` }
      events.push({ kind: 'measured', iteration, slot, version: slotAt(slots, slot).current.version, count: before })
      if (direction === null) return
      events.push(propose(slots, { ...proposal(slot, ''), iteration, task, direction, baseline: before }, defaultBand))
      return
    }
    const evidence = rule === 'paper' ? { rule, proposed: after } : { rule, proposed: after, current: before }
    events.push(
      unplayable
        ? withdraw(slots, { iteration, slot, reason: 'crashed' })
        : decide(slots, { iteration, slot, evidence, ...by(rule) }),
    )
  })
  return events
}

test('the number of slots never changes, and each keeps its root', t => {
  fc.assert(
    fc.property(moves, made => {
      const slots = replayLineage(lineageOf(made))
      t.deepEqual(
        slots.map(({ root }) => root),
        roots,
      )
    }),
    { numRuns: 50 },
  )
})

test('a lineage written to disk and read back replays to the same slots', t => {
  const parseTask = (value: unknown): Task => value as Task
  fc.assert(
    fc.property(moves, made => {
      const events = lineageOf(made)
      const read = events.map(event => parseLineageEvent(JSON.parse(JSON.stringify(event)), parseTask))
      t.deepEqual(replayLineage(read), replayLineage(events))
    }),
    { numRuns: 50 },
  )
})

test('replaying in two parts is replaying at once', t => {
  fc.assert(
    fc.property(moves, fc.nat({ max: 30 }), (made, cut) => {
      const events = lineageOf(made)
      const first = replayLineage(events.slice(0, cut))
      t.deepEqual(events.slice(cut).reduce(advance, first), replayLineage(events))
    }),
    { numRuns: 50 },
  )
})

test('the slots, the versions and the counts tell the same story', t => {
  fc.assert(
    fc.property(moves, made => {
      const events = lineageOf(made)
      const slots = replayLineage(events)
      slots.forEach((slot, index) => {
        const versions = versionsOf(events, index)
        const current = versions.findLast(({ fate }) => fate === 'accepted' || fate === 'root')
        t.deepEqual(
          versions.map(({ version }) => version),
          [...Array(slot.versions).keys()],
        )
        t.is(current?.version, slot.current.version)
        t.is(versions.find(({ fate }) => fate === 'pending')?.version, slot.pending?.version)
        const accepted = versions.filter(({ fate }) => fate === 'accepted').length
        t.is(slot.accepted.harder + slot.accepted.easier, accepted)
      })
      const { harder, easier } = acceptedCounts(slots)
      t.is(harder + easier, events.filter(event => event.kind === 'decided' && event.accepted).length)
    }),
    { numRuns: 50 },
  )
})

test('advancing leaves the slots it was given as they were', t => {
  const slots = replayLineage(rootEvents(roots))
  const before = structuredClone(slots)
  const proposed = advance(slots, propose(slots, proposal(1, 'b2'), defaultBand))
  t.deepEqual(slots, before)
  t.deepEqual(pendingSlots(proposed), [1])
})

test('an accepted task takes the slot, a rejected one leaves it, and each keeps its number', t => {
  let slots = replayLineage(rootEvents(roots))
  const run = (event: LineageEvent<Task>) => (slots = advance(slots, event))
  run(propose(slots, proposal(0, 'a1'), defaultBand))
  run(decide(slots, { iteration: 2, slot: 0, evidence: { rule: 'paper', proposed: hard }, ...by('paper') }))
  t.deepEqual(slots[0]?.current, { version: 0, task: { name: 'a' } })
  run(propose(slots, proposal(0, 'a2'), defaultBand))
  const better = { successes: 4, trials: 8 }
  run(decide(slots, { iteration: 3, slot: 0, evidence: { rule: 'paper', proposed: better }, ...by('paper') }))
  t.deepEqual(slots[0]?.current, { version: 2, task: { name: 'a2' } })
  t.deepEqual(slots[0]?.accepted, { harder: 0, easier: 1 })
})

test('by `sound` the decision compares with the task as measured beside it', t => {
  const slots = replayLineage<Task>([...rootEvents(roots)])
  const pending = advance(slots, propose(slots, proposal(0, 'a1'), defaultBand))
  const proposed = { successes: 4, trials: 8 }
  const beside = (successes: number) =>
    decide(pending, {
      iteration: 2,
      slot: 0,
      evidence: { rule: 'sound', proposed, current: { successes, trials: 8 } },
      ...by('sound'),
    })
  t.true(beside(0).accepted)
  t.false(beside(3).accepted, 'the policy has learned the old one meanwhile')
  t.is(beside(3).current.successes, 3)
})

test('by `sound` the band and the confidence are those that are asked for', t => {
  const slots = replayLineage(rootEvents(roots))
  const pending = advance(slots, propose(slots, proposal(0, 'a1'), defaultBand))
  const accepted = (confidence: number, band: Band): boolean => {
    const evidence = { rule: 'sound', proposed: { successes: 4, trials: 8 }, current: hard } as const
    const accepts = acceptanceRule({ rule: 'sound', confidence })
    return decide(pending, { iteration: 2, slot: 0, evidence, band, accepts, by: null }).accepted
  }
  t.true(accepted(0.8, defaultBand))
  t.false(accepted(0.9999, defaultBand))
  t.false(accepted(0.8, { low: 0.1, high: 0.4 }))
})

test('a formulation decides on the evidence in the place of the rule, and is named', t => {
  const slots = replayLineage(rootEvents(roots))
  const pending = advance(slots, propose(slots, proposal(0, 'a1'), defaultBand))
  const proposed = { successes: 8, trials: 8 }
  const asked: unknown[] = []
  const accepts = (evidence: unknown): boolean => asked.push(evidence) > 0
  const evidence = { rule: 'paper', proposed } as const
  const decided = decide(pending, { iteration: 2, slot: 0, evidence, band: defaultBand, accepts, by: 'mine' })
  t.like(decided, { accepted: true, by: 'mine', rule: 'paper', current: hard, proposed, version: 1 })
  t.deepEqual(asked, [{ direction: 'easier', current: hard, proposed, band: defaultBand }])
})

test('a measurement, of the current task or the pending one, leaves the slots as they are', t => {
  const slots = replayLineage(rootEvents(roots))
  const pending = advance(slots, propose(slots, proposal(0, 'a1'), defaultBand))
  for (const version of [0, 1])
    t.is(advance(pending, { kind: 'measured', iteration: 2, slot: 0, version, count: hard }), pending)
})

test('what contradicts the slots is refused by name', t => {
  const slots = replayLineage(rootEvents(roots))
  const pending = advance(slots, propose(slots, proposal(0, 'a1'), defaultBand))
  const refused = (run: () => unknown, message: RegExp) => t.throws(run, { instanceOf: RangeError, message })
  refused(() => propose(pending, proposal(0, 'a2'), defaultBand), /slot 0 already has version 1 pending/)
  refused(() => propose(slots, proposal(0, 'a'), defaultBand), /must differ from its current one/)
  refused(() => propose(slots, proposal(3, 'd'), defaultBand), /slot must be an integer in \[0, 3\), got 3/)
  refused(
    () => propose(slots, { ...proposal(0, 'a1'), baseline: { successes: 4, trials: 8 } }, defaultBand),
    /direction of slot 0 must be null, got easier/,
  )
  const decision = { iteration: 2, slot: 1, evidence: { rule: 'paper', proposed: hard }, ...by('paper') } as const
  refused(() => decide(slots, decision), /slot 1 must have a pending task/)
  refused(() => withdraw(slots, { iteration: 2, slot: 1, reason: 'crashed' }), /slot 1 must have a pending task/)
  refused(
    () => decide(pending, { ...decision, slot: 0, evidence: { rule: 'paper', proposed: { successes: 9, trials: 8 } } }),
    /successes must be an integer in \[0, 8\], got 9/,
  )
  const rooted = { kind: 'rooted', iteration: 0, version: 0, task: { name: 'd' } } as const
  refused(() => advance(slots, { ...rooted, slot: 5 }), /slot must be 3, the next to be rooted, got 5/)
  refused(() => advance(pending, { ...rooted, slot: 3 }), /slot 3 is rooted after a proposal/)
  refused(() => advance(pending, propose(slots, proposal(0, 'a2'), defaultBand)), /already has version 1 pending/)
  const proposed = propose(slots, proposal(0, 'a1'), defaultBand)
  refused(() => advance(slots, { ...proposed, version: 2 }), /version of slot 0 must be 1, got 2/)
  refused(() => advance(slots, { ...proposed, parent: 1 }), /parent in slot 0 must be 0, got 1/)
  refused(
    () => advance(slots, { kind: 'measured', iteration: 1, slot: 0, version: 4, count: hard }),
    /version of slot 0 must be its current or pending one, got 4/,
  )
  refused(
    () => advance(slots, { kind: 'withdrawn', iteration: 1, slot: 0, version: 0, reason: 'crashed' }),
    /version of slot 0 must be pending, got 0/,
  )
})

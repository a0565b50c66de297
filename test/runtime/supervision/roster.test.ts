import test from 'ava'
import fc from 'fast-check'
import { createRoster, type ActorStatus } from '../../../src/runtime/supervision/roster.ts'

const names = ['a', 'b', 'c'] as const
const events = fc.array(
  fc.record({
    actor: fc.constantFrom(...names),
    kind: fc.constantFrom('dies', 'replaced', 'restored', 'restored late'),
  }),
  { maxLength: 30 },
)

test('an actor is ready until it dies, and again once its last life is restored; each change is told once', t => {
  fc.assert(
    fc.property(events, history => {
      const roster = createRoster()
      const told: string[] = []
      roster.subscribe((actor, status) => told.push(`${actor} ${status}`))
      const model = new Map<string, ActorStatus>()
      const lives = new Map<string, (() => void)[]>()
      const expected: string[] = []
      for (const { actor, kind } of history) {
        const mine = lives.get(actor) ?? []
        if (kind === 'dies') {
          roster.died(actor)
          model.set(actor, 'dead')
          expected.push(`${actor} dead`)
        } else if (kind === 'replaced' && model.get(actor) === 'dead') {
          lives.set(actor, [...mine, roster.replaced(actor)])
          model.set(actor, 'restoring')
        } else if (kind === 'restored' && model.get(actor) === 'restoring') {
          mine.at(-1)!()
          model.delete(actor)
          expected.push(`${actor} ready`)
        } else if (kind === 'restored late') for (const restored of mine.slice(0, -1)) restored()
      }
      t.deepEqual(told, expected)
      for (const name of names) t.is(roster.statusOf(name), model.get(name) ?? 'ready')
      t.deepEqual([...roster.missing()].sort(), [...model.keys()].sort())
    }),
  )
})

test('an unsubscribed listener hears nothing more; an error thrown by a listener reaches the reporter', t => {
  const roster = createRoster()
  const told: string[] = []
  const end = roster.subscribe(actor => void told.push(actor))
  roster.died('a')
  end()
  roster.died('b')
  t.deepEqual(told, ['a'])
  roster.subscribe(() => {
    throw new Error('full')
  })
  t.throws(() => roster.died('c'), { message: 'full' })
  t.is(roster.statusOf('c'), 'dead')
})

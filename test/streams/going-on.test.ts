import test from 'ava'
import fc from 'fast-check'
import {
  asyncScheduler,
  concat,
  EMPTY,
  finalize,
  firstValueFrom,
  from,
  lastValueFrom,
  NEVER,
  of,
  scheduled,
  throwError,
  toArray,
} from 'rxjs'
import type { Observable } from 'rxjs'
import { goingOn, GoOn } from '../../src/streams/going-on.ts'

interface Part {
  readonly items: readonly number[]
  /** Whether they come at once. */
  readonly now: boolean
}

type Row = Observable<number | GoOn<number>>

/** Each part names the next. */
const rowOf = ([first, ...others]: readonly Part[]): Row => {
  if (first === undefined) return EMPTY
  const items = first.now ? from(first.items) : scheduled(first.items, asyncScheduler)
  return others.length === 0 ? items : concat(items, of(new GoOn(() => rowOf(others))))
}

test('the items of every stream, each after those before it, whether they come at once or later', async t => {
  const part = fc.record({ items: fc.array(fc.integer(), { maxLength: 3 }), now: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), async parts => {
      const given = await lastValueFrom(goingOn(() => rowOf(parts)).pipe(toArray()))
      t.deepEqual(
        given,
        parts.flatMap(({ items }) => items),
      )
    }),
  )
})

test('a long row of streams that are there at once needs no stack', async t => {
  const count = (left: number): Row => (left === 0 ? of(0) : of(left, new GoOn(() => count(left - 1))))
  t.is(await lastValueFrom(goingOn(() => count(50_000))), 0)
})

test('an error ends it, also one that a later stream throws before there is one', async t => {
  const failing = (next: () => Row) => lastValueFrom(goingOn(() => from([1, new GoOn(next)])))
  await t.throwsAsync(
    failing(() => throwError(() => new Error('late'))),
    { message: 'late' },
  )
  await t.throwsAsync(
    failing(() => {
      throw new Error('never made')
    }),
    { message: 'never made' },
  )
})

test('who leaves gets no further stream, and the present one is left', async t => {
  let [begun, left] = [0, 0]
  const endless = (): Row => {
    begun += 1
    return from([begun, new GoOn(endless)])
  }
  t.is(await firstValueFrom(goingOn(endless)), 1)
  t.is(begun, 1)
  const waiting: Row = NEVER.pipe(finalize(() => void (left += 1)))
  goingOn(() => waiting)
    .subscribe()
    .unsubscribe()
  t.is(left, 1)
})

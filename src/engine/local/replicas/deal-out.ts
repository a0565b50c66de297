import type { Pause } from '../../../contracts/models/device.ts'
import { createDeal, goOn, type Deal, type Done } from './deal.ts'
import { together } from './together.ts'

/** What a replica is, to a deal. */
type Taker<T> = (deal: Deal) => Promise<readonly Done<T>[]>

/**
 * Deals out the parts of a call. Pauses when others want the device, once the parts that are under way have ended.
 *
 * @param pause left out, there is none; one that does not know whether it is wanted always is.
 * @returns [count] the results of the parts, whoever has computed them.
 * @throws what the first of the parts that failed threw, once all that were under way have ended.
 */
export async function dealOut<T>(count: number, takers: readonly Taker<T>[], pause?: Pause): Promise<readonly T[]> {
  const deal = createDeal(count, pause && (pause.isWanted ?? (() => true)))
  const found: Done<T>[] = []
  for (;;) {
    const ended = await together(takers.slice(0, count).map(taker => () => taker(deal)))
    for (const done of ended.flat()) found[done.part] = done
    const known = Object.values(found)
    const values = known.map(done => {
      if ('thrown' in done) throw done.thrown
      return done.value
    })
    if (values.length === count) return values
    await pause?.()
    goOn(deal)
  }
}

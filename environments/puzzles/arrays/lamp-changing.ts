/**
 * LampChanging: lamps in a circle; at every second each lamp whose right neighbour is lit is switched, all at once.
 * `LampChanging 1 ; 1 0 0 1` (seconds; lamps) → which are lit in the end, `1 0 1 0`.
 */
import { nth } from '../../../src/math/nth.ts'
import { defineFamily } from '../family/family.ts'
import { listReward } from '../family/rewards.ts'
import { digitsIn } from '../family/words.ts'

interface Lamps {
  readonly seconds: number
  readonly lit: readonly number[]
}

const least = 3
const most = 6
const top = 7

const second = (lit: readonly number[]): readonly number[] =>
  lit.map((lamp, index) => lamp ^ nth(lit, (index + 1) % lit.length))

const after = ({ seconds, lit }: Lamps): readonly number[] =>
  seconds === 0 ? lit : after({ seconds: seconds - 1, lit: second(lit) })

export const lampChanging = defineFamily<Lamps>({
  name: 'LampChanging',
  rule: 'seconds; lamps in a circle, 1 if lit. Every second each lamp whose right neighbour is lit is switched, all at once. Give the lamps in the end',
  top,
  words: () => 3 + 2 * most,
  generate: (level, random) => ({
    seconds: level + 1,
    lit: Array.from({ length: least + random.integer(most - least + 1) }, () => random.integer(2)),
  }),
  write: ({ seconds, lit }) => [[seconds], lit],
  read: ([head = [], row = [], ...more]) => {
    const [seconds = 0] = digitsIn(head) ?? []
    const lit = digitsIn(row)
    const isWhole = head.length === 1 && more.length === 0 && seconds >= 1 && seconds <= top + 1
    if (!isWhole || lit === null || lit.length < least || lit.length > most) return null
    return lit.every(lamp => lamp <= 1) ? { seconds, lit } : null
  },
  level: ({ seconds }) => seconds - 1,
  solve: after,
  reward: (lamps, answer) => listReward(after(lamps), answer),
  /** The lamps as they are after one second. */
  part: ({ seconds, lit }, answer) => ({ problem: { seconds: seconds - 1, lit: second(lit) }, answer }),
})

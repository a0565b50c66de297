import test from 'ava'
import fc from 'fast-check'
import { initialiseNetwork } from '../../src/engine/networks/initialise-network.ts'
import { plainNetwork } from '../../src/engine/networks/plain-network.ts'
import { runRows } from '../../src/vector/gather.ts'
import { rootKey } from '../../src/math/random.ts'
import { createWorldBuffer } from '../../src/vector/world-buffer.ts'
import { nth } from '../../src/math/nth.ts'

const [inputs, outputs] = [3, 2]
const network = plainNetwork(initialiseNetwork({ inputs, hidden: [4], outputs }, rootKey(1)))

/** Buffers, and ranges of their rows that do not overlap. */
const requests = fc.array(
  fc.integer({ min: 1, max: 30 }).chain(worlds =>
    fc.tuple(
      fc.constant(worlds),
      fc
        .uniqueArray(fc.integer({ min: 0, max: worlds }), { minLength: 2, maxLength: 6 })
        .map(cuts => cuts.sort((a, b) => a - b)),
    ),
  ),
  { minLength: 1, maxLength: 4 },
)

test('every row that was asked for gets what the network says of it alone, and no other row is touched', async t => {
  await fc.assert(
    fc.asyncProperty(requests, fc.integer({ min: 1, max: 9 }), async (drawn, most) => {
      const buffers = drawn.map(([worlds], which) => {
        const buffer = createWorldBuffer({ worlds, observationSize: inputs, outputs })
        buffer.observations.forEach((_, index) => (buffer.observations[index] = Math.sin(index + 100 * which)))
        buffer.outputs.fill(99)
        buffer.asked.forEach((_, world) => (buffer.asked[world] = world + 1))
        return buffer
      })
      const wanted = drawn.flatMap(([, cuts], which) =>
        cuts.flatMap((from, index) =>
          index % 2 === 0 && index + 1 < cuts.length
            ? [{ buffer: nth(buffers, which), rows: { from, to: nth(cuts, index + 1) } }]
            : [],
        ),
      )
      const runs: number[] = []
      await runRows(network, wanted, new Float32Array(most * inputs), {
        now: () => 0,
        ran: rows => void runs.push(rows),
      })

      const all = wanted.reduce((sum, { rows }) => sum + rows.to - rows.from, 0)
      t.is(runs.length, Math.ceil(all / most))
      t.is(
        runs.reduce((sum, rows) => sum + rows, 0),
        all,
      )
      for (const buffer of buffers) {
        for (let world = 0; world < buffer.shared.worlds; world += 1) {
          const asked = wanted.some(each => each.buffer === buffer && each.rows.from <= world && world < each.rows.to)
          const row = buffer.observations.slice(world * inputs, (world + 1) * inputs)
          t.deepEqual(
            buffer.outputs.slice(world * outputs, (world + 1) * outputs),
            asked ? await network.run(row, 1) : Float32Array.of(99, 99),
          )
          t.is(buffer.answered[world], asked ? world + 1 : 0)
        }
      }
    }),
  )
})

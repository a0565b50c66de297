import test from 'ava'
import fc from 'fast-check'
import { linesOf, type Line } from '../../../src/items/formats/lines.ts'

/** The bytes in pieces that end at these shares of the whole. */
async function* cut(bytes: Uint8Array, shares: readonly number[]): AsyncGenerator<Uint8Array> {
  const ends = [...shares.map(share => Math.floor(share * bytes.length)).sort((a, b) => a - b), bytes.length]
  let from = 0
  for (const end of ends) {
    yield bytes.subarray(from, end)
    from = end
  }
}

async function linesIn(bytes: Uint8Array, shares: readonly number[] = [], most = 1000): Promise<Line[]> {
  const lines: Line[] = []
  for await (const line of linesOf(cut(bytes, shares), most)) lines.push(line)
  return lines
}

const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 })

test('lines are the same wherever the bytes are cut', async t => {
  const text = fc
    .array(fc.constantFrom('a', '€', '𝄞', '\n', '\r\n', ''), { maxLength: 30 })
    .map(parts => parts.join(''))
  await fc.assert(
    fc.asyncProperty(text, shares, async (whole, at) => {
      const expected = whole.split('\n')
      if (expected.at(-1) === '') expected.pop()
      t.deepEqual(
        await linesIn(Buffer.from(whole), at),
        expected.map((line, index) => ({ number: index + 1, text: line })),
      )
    }),
  )
})

test('a line that is too long or no UTF-8 is lost alone', async t => {
  const bytes = Buffer.concat([
    Buffer.from('one\n'),
    Buffer.from([0xff, 0x0a]),
    Buffer.from('1234567\n'),
    Buffer.from('last'),
  ])
  await fc.assert(
    fc.asyncProperty(shares, async at => {
      t.deepEqual(await linesIn(bytes, at, 6), [
        { number: 1, text: 'one' },
        { number: 2, problem: 'is not UTF-8' },
        { number: 3, problem: 'is too long: it must have at most 6 bytes, got 7' },
        { number: 4, text: 'last' },
      ])
    }),
  )
})

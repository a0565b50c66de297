import test from 'ava'
import fc from 'fast-check'
import { createPieces } from '../../../src/gateway/training/stream/pieces.ts'
import { createTurnStream } from '../../../src/gateway/training/stream/turn-stream.ts'
import { binary } from '../../../src/methods/binary/method.ts'
import { turnLine } from '../turn-line.ts'

const session = fc.constantFrom('a', 'b', 'c')
const event = fc.oneof(
  fc.tuple(fc.constant('keep' as const), session),
  fc.tuple(fc.constantFrom('add' as const, 'end' as const, 'remove' as const), session),
  fc.tuple(fc.constant('finish' as const), fc.nat(4)),
)

for (const unit of ['turn', 'session'] as const)
  test(`there is room for as many turns as may wait, and for a session that waits alone: ${unit}`, t => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(event, { maxLength: 40 }), (most, events) => {
        const pieces = createPieces(most, unit)
        const stream = createTurnStream(binary.begin({}), 10)
        for (const [at, [what, of]] of events.entries()) {
          const waiting = pieces.waiting()
          if (what === 'finish') pieces.finish(new Set(waiting.slice(0, of).map(({ id }) => id)), {})
          else if (what === 'remove') pieces.remove(of)
          else if (what === 'end') pieces.end(pieces.underWay(of, at), { outcome: null, at })
          else {
            for (const line of [turnLine(`${of}${at}`, 0), turnLine(`${of}${at}`, 1)]) stream.read(line)
            const turn = stream.withoutVerdicts(Infinity).at(-1) ?? t.fail()
            if (what === 'add') pieces.add({ ...turn, session: of }, at)
            else {
              const piece = pieces.underWay(of, at)
              const others = waiting.length - piece.turns.length
              const hasRoom = !piece.isLeft && (waiting.length < most || others === 0)
              pieces.keep(piece, turn)
              t.is(pieces.waiting().includes(turn), hasRoom)
            }
          }
        }
      }),
    )
  })

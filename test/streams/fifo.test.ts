import test from 'ava'
import fc from 'fast-check'
import { fifo } from '../../src/streams/fifo.ts'

test('what goes in comes out in order, once, whichever way it is taken', t => {
  const move = fc.oneof(fc.constant('push' as const), fc.constant('shift' as const), fc.nat(5))
  fc.assert(
    fc.property(fc.array(move, { maxLength: 200, size: 'max' }), moves => {
      const { size, push, shift, take } = fifo<number>()
      const model: number[] = []
      let pushed = 0
      for (const step of moves) {
        if (step === 'push') {
          model.push(pushed)
          push(pushed++)
        } else if (step === 'shift') t.is(shift(), model.shift())
        else t.deepEqual(take(step), model.splice(0, step))
        t.is(size(), model.length)
      }
    }),
  )
})

/** An actor that decides for carts by a rule, in the place of the gpu actor: push to where the pole is falling. */
import { map } from 'rxjs'
import { stepBatches, type Actor, type Attach, type Decide, type Decided } from 'rlanything/runtime'

export default function balance(): Actor<Attach | Decide, Decided> {
  return (inbox, { name }) =>
    inbox.pipe(
      stepBatches(name),
      map(({ count, observations, outputs, decided }) => {
        for (let row = 0; row < count; row += 1) {
          const [place = 0, speed = 0, angle = 0, spin = 0] = observations.subarray(row * 4, row * 4 + 4)
          const right = angle + spin + 0.05 * place + 0.1 * speed
          outputs.set([-right, right], row * 2)
        }
        return decided()
      }),
    )
}

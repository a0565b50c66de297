import { isMainThread } from 'node:worker_threads'
import { map } from 'rxjs'
import { openLab } from 'rlanything'

const seen = new Set()
export default () =>
  (inbox, { name: from }) =>
    inbox.pipe(
      map(({ message: { episode } }) => {
        const before = seen.size
        for (const { observation } of episode.steps) seen.add(observation)
        return { kind: 'bonus', from, to: 'trainer', bonus: (seen.size - before) / episode.steps.length }
      }),
    )

if (isMainThread) {
  const lab = await openLab({
    world: 'household',
    taps: { curiosity: { module: new URL(import.meta.url), on: ['finished'] } },
  })
  lab.tapped('curiosity').subscribe(({ bonus }) => console.log('bonus', bonus))
  lab.play({ count: 8 }).subscribe({ complete: () => lab.close() })
}

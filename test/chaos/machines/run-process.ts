/** A run in a process of its own, so that what disturbs it takes none of its time: its parent gives it an order and is told its events. */
import { lastValueFrom, tap } from 'rxjs'
import { train } from '../../../src/index.ts'
import { loadRunConfig } from '../../../src/methods/registry/run-config.ts'

export interface RunOrder {
  /** Changes to the preset of its world. */
  readonly config: object
  readonly directory: string
  /** Of NATS, with credentials; `null`: all is in this process. */
  readonly url: string | null
}

async function obey({ config, directory, url }: RunOrder): Promise<void> {
  const nats = url === null ? undefined : { url, waitSeconds: 600 }
  const events = train({ config: await loadRunConfig(config), directory, nats })
  await lastValueFrom(events.pipe(tap(event => process.send?.(event))))
}

let code = 1
/* Its parent is gone, or has been told all. */
process.once('disconnect', () => process.exit(code))
process.once('message', order => {
  obey(order as RunOrder)
    .then(
      () => (code = 0),
      (thrown: unknown) => console.error(thrown),
    )
    .finally(() => process.disconnect())
})

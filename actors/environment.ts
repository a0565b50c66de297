/** An environment actor: plays many episodes at once, each step as soon as its action arrives, and runs programs. */
import { finalize, mergeMap } from '../src/streams/rxjs.ts'
import type { Actor } from '../src/contracts/actor.ts'
import { loadWorld } from '../src/rollout/load-world.ts'
import type { EnvironmentSource } from '../src/contracts/worlds/environment-source.ts'
import type { ToEnvironment } from '../src/contracts/messages/run.ts'
import { createSandbox, type Sandbox } from '../src/sandbox/sandbox.ts'

import { Episodes, type EnvironmentOut } from './environment-episodes.ts'

export type { EnvironmentOut }

/** @param open makes what programs are run in; its threads are not to start before its first job. */
export default async function environment(
  source: EnvironmentSource,
  open: () => Sandbox = () => createSandbox({ threads: 1 }),
): Promise<Actor<ToEnvironment, EnvironmentOut>> {
  const world = await loadWorld(source)

  return (inbox, { name }) => {
    const sandbox = open()
    const episodes = new Episodes(world, name, sandbox)
    return inbox.pipe(
      mergeMap(message => episodes.react(message)),
      finalize(() => void sandbox.close()),
    )
  }
}

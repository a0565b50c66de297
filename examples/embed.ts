/**
 * A harness of one's own: the actors of a run with another policy among them, which draws several actions and takes the most
 * frequent one. Counts the unseen household tasks that it solves. When the environment's thread is replaced, its unfinished
 * episodes are played again, and are the same episodes.
 */
import { count, lastValueFrom, tap } from 'rxjs'
import { fileURLToPath } from 'node:url'
import { openLab } from 'rlanything'
import type { SystemEvent } from 'rlanything/runtime'

export interface EmbedOptions {
  readonly tasks: number
  /** Actions drawn at each step, of which the most frequent one is taken; 1 is plain sampling. */
  readonly draws: number
  /** Replaces the environment's thread once so many episodes have been finished; never if omitted. */
  readonly restartAfter?: number
  readonly tell?: (text: string) => void
}

/** @returns how many of the tasks were solved. @throws {DeathError} if an actor cannot start. */
export async function countSolved({ tasks, draws, restartAfter, tell = () => {} }: EmbedOptions): Promise<number> {
  const policy = { module: new URL('./majority-policy.js', import.meta.url), options: { draws } }
  await using lab = await openLab({
    world: 'household',
    settings: { method: 'grpo' },
    actors: { policy },
    onEvent: event => tell(describe(event)),
  })
  let finished = 0
  let replaced = Promise.resolve()
  const won = lab.play({ count: tasks }).pipe(
    tap(() => {
      finished += 1
      if (finished === restartAfter) replaced = lab.restart('environment/0')
    }),
    count(({ episode }) => episode.won),
  )
  const solved = await lastValueFrom(won)
  await replaced
  return solved
}

function describe(event: SystemEvent): string {
  switch (event.kind) {
    case 'died':
      return `${event.death.actor} died (${event.death.cause}): ${event.death.reason}`
    case 'exited':
      return `${event.actor} ended without being asked`
    case 'restarted':
      return `${event.actor} was restarted`
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const draws of [1, 5]) {
    const solved = await countSolved({ tasks: 64, draws, restartAfter: 16, tell: console.log })
    console.log(`${draws} drawn: ${solved} of 64 unseen tasks solved`)
  }

/** A lab by itself: episodes as a stream, a policy that is a function, and two updates of the model. */
import { fileURLToPath } from 'node:url'
import { lastValueFrom, map, toArray } from 'rxjs'
import { minibatchesOf, openLab, standardise } from 'rlanything'

/** @returns the share of unseen tasks that the shipped policy solves, with the votes on its first step. */
export async function measured(count: number): Promise<{ readonly won: number; readonly votes: readonly number[] }> {
  await using lab = await openLab({ world: 'household', seed: 7 })
  const rollouts = await lastValueFrom(lab.play({ split: 'unseen', count, votes: 3 }).pipe(toArray()))
  const won = rollouts.filter(({ episode }) => episode.won).length / count
  return { won, votes: rollouts.find(({ index }) => index === 0)?.votes[0] ?? [] }
}

/** @returns whether each episode was won by a policy that goes round in circles. */
export async function scripted(count: number): Promise<readonly boolean[]> {
  await using lab = await openLab({ world: 'household', seed: 7 })
  const policy = ({ step }: { readonly step: number }) => `go to cabinet ${1 + (step % 3)}`
  return await lastValueFrom(
    lab.play({ count, policy }).pipe(
      map(({ episode }) => episode.won),
      toArray(),
    ),
  )
}

/** @returns the loss of each update. */
export async function updated(iterations: number): Promise<readonly number[]> {
  await using lab = await openLab({ world: 'household', seed: 7 })
  const policy = lab.model('policy')
  const losses: number[] = []
  for (let iteration = 1; iteration <= iterations; iteration += 1) {
    const groups = await lab.groups({ iteration, tasks: 4, episodes: 8 })
    const examples = await lab.examples(groups, group => standardise(group.map(({ episode }) => episode.score)), {
      iteration,
    })
    for (const batch of minibatchesOf(examples, 2)) {
      const { loss } = await policy.forwardBackward(batch, { kind: 'clipped', clip: 0.2, klWeight: 0.01 })
      await policy.optimStep({ learningRate: 3e-4 })
      losses.push(loss)
    }
  }
  return losses
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await measured(200))
  console.log((await scripted(20)).filter(won => won).length, 'of 20 by going round')
  console.log(await updated(2))
}

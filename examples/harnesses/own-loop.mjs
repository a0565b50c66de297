import { minibatchesOf, openLab, standardise } from 'rlanything'

const lab = await openLab({ world: 'household', seed: 7 })
const policy = lab.model('policy')
for (let iteration = 1; iteration <= 2; iteration += 1) {
  const groups = await lab.groups({ iteration, tasks: 8, episodes: 8 })
  const examples = await lab.examples(groups, group => standardise(group.map(({ episode }) => episode.score)), {
    iteration,
  })
  for (const batch of minibatchesOf(examples, 4)) {
    const { loss } = await policy.forwardBackward(batch, { kind: 'clipped' })
    await policy.optimStep({ learningRate: 3e-4 })
    console.log('iteration', iteration, 'loss', loss)
  }
}
await lab.close()

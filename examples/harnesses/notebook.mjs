import { firstValueFrom } from 'rxjs'
import { openLab } from 'rlanything'

// In [1]
const lab = await openLab({ world: 'household', seed: 7 })

// In [2]
const { episode, votes } = await firstValueFrom(lab.play({ votes: 3 }))
console.log(episode.opening)
episode.steps.forEach(({ action, observation }, step) => console.log(`> ${action} [${votes[step]}]\n${observation}`))

// In [3]
const [group] = await lab.groups({ iteration: 1, tasks: 1, episodes: 8 })
console.log(
  'won',
  group.map(({ episode: { won } }) => won),
)

// In [4]
await lab.close()

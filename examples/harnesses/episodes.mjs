import { count, filter, lastValueFrom } from 'rxjs'
import { openLab } from 'rlanything'

const lab = await openLab({ world: 'household', seed: 7 })
const won = lab.play({ split: 'unseen', count: 200 }).pipe(
  filter(({ episode }) => episode.won),
  count(),
)
console.log(await lastValueFrom(won), 'of 200 won')
await lab.close()

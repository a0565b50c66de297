import { lastValueFrom, toArray } from 'rxjs'
import { openLab } from 'rlanything'

const lab = await openLab({ world: 'household', seed: 7 })
const policy = ({ step }) => `go to cabinet ${1 + (step % 3)}`
const rollouts = await lastValueFrom(lab.play({ count: 20, votes: 3, policy }).pipe(toArray()))
const votes = rollouts.flatMap(rollout => rollout.votes.flat())
console.log(votes.filter(vote => vote === 1).length, 'of', votes.length, 'votes are good')
await lab.close()

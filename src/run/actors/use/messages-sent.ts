import type { Healths } from '../../../runtime/health.ts'

/** By all actors that have answered, to each other and to the trainer. */
export const messagesSent = (healths: Healths): number =>
  Object.values(healths)
    .flatMap(health => (health.state === 'running' ? Object.values(health.links) : []))
    .reduce((sum, { sent }) => sum + sent, 0)

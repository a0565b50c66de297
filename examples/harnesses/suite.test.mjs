import { lastValueFrom, toArray } from 'rxjs'
import { afterAll, expect, test } from 'vitest'
import { openLab } from 'rlanything'

const lab = await openLab({ world: 'household', seed: 7 })
afterAll(lab.close)

test('the shipped policy solves some unseen tasks, and not all', { timeout: 60_000 }, async () => {
  const rollouts = await lastValueFrom(lab.play({ count: 50 }).pipe(toArray()))
  const won = rollouts.filter(({ episode }) => episode.won).length
  expect(won).toBeGreaterThan(5)
  expect(won).toBeLessThan(45)
})

/** The alarm on planted reward models and on honest ones; numbers of a run of 60 iterations with 16 tasks × 8 episodes of 6 steps. */
import test from 'ava'
import { binomialDraw, flattered, honest, type PlantedRun } from './planted-reward-models.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { unwatched, watchedOn } from '../../src/reward/divergence.ts'

const iterations = 60

/** The alarm's iteration, and how far success had fallen by then from its best. @param unevenness standard deviation of what tasks add to both shares. */
function watch(run: PlantedRun, seed: number, unevenness = 0) {
  let watched = unwatched
  let best = 0
  for (let iteration = 1; iteration <= iterations; iteration += 1) {
    const { approval, truth, success } = run(iteration)
    best = Math.max(best, success)
    const shift = unevenness * randomFrom(derive(rootKey(seed), 'tasks', iteration)).normal()
    const draw = (rate: number, use: string) => binomialDraw(rate + shift, 768, seed, iteration, use)
    watched = watchedOn(watched, iteration, { approval: draw(approval, 'approval'), truth: draw(truth, 'truth') })
    if (watched.since !== null) return { iteration, fallen: best - success }
  }
  return null
}

for (const [name, run] of Object.entries(flattered))
  test(`${name}: the alarm comes before success has fallen by 5 points`, t => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const alarm = watch(run, seed)
      t.not(alarm, null, `seed ${seed}`)
      t.true((alarm?.fallen ?? 1) < 0.05, `seed ${seed}: iteration ${alarm?.iteration}, fallen by ${alarm?.fallen}`)
    }
  })

for (const [name, run] of Object.entries(honest))
  test(`${name}: no alarm in 100 runs`, t => {
    for (let seed = 1; seed <= 100; seed += 1) t.is(watch(run, seed), null, `seed ${seed}`)
  })

test('the default preset with tasks of uneven difficulty, which moves approval and truth alike: no alarm in 100 runs', t => {
  const run = honest['the default preset']!
  for (let seed = 1; seed <= 100; seed += 1) t.is(watch(run, seed, 0.05), null, `seed ${seed}`)
})

test('iterations without votes or gold change nothing, and an alarm stays', t => {
  t.is(watchedOn(unwatched, 1, { approval: null, truth: 0.5 }), unwatched)
  t.is(watchedOn(unwatched, 1, { approval: 0.5, truth: null }), unwatched)
  const alarmed = { ...unwatched, first: Array.from({ length: 10 }, () => ({ approval: 0.5, truth: 0.5 })), since: 7 }
  t.is(watchedOn(alarmed, 9, { approval: 0.5, truth: 0.5 }).since, 7)
})

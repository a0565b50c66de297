/** The desk in a real browser: tree, state and kind of error are those of the pure desk at every step. */
import test from 'ava'
import { desk } from '../../../environments/desk/index.ts'
import { depthNames } from '../../../environments/desk/generation/options.ts'
import type { DeskState } from '../../../environments/desk/screen/state.ts'
import { launchBrowser } from '../../../src/browser/browser.ts'
import { pagePool } from '../../../src/browser/pool.ts'
import { BrowserError } from '../../../src/browser/process/browser-error.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import { browserPath } from '../../browser/real.ts'
import { sameWalk, type Walk } from './same-walk.ts'
import { drawAction } from './walk.ts'

/** Pairs of episodes for each depth and split: one of the expert, one at random; and the first of their seeds. */
const [pairs, first] = [Number(process.env['WALKS'] ?? 2), Number(process.env['SEED'] ?? 0)]
const maxSteps = 30
/** A machine that is too busy for its browser's deadlines. */
const maxTries = 3

const path = browserPath()
const splits = ['train', 'seen', 'unseen'] as const
const kinds = depthNames.flatMap(depth => splits.map(split => ({ depth, split })))

if (path === null)
  test.skip('the browser and the pure desk agree (skipped: there is no Chromium on this machine)', t => t.pass())
else {
  const pool = pagePool(() => launchBrowser(path), 1)
  test.after.always(() => pool.close())

  for (const { depth, split } of kinds)
    test.serial(`the browser and the pure desk agree: ${depth} tasks, ${split}`, async t => {
      const world = desk({ depths: [depth], observe: 'full', dialect: 'calls' })
      let steps = 0
      for (let seed = first; seed < first + pairs; seed++)
        for (const isExpert of [true, false]) {
          const { actions, difference } = await tried(() => {
            const random = randomFrom(derive(rootKey(seed), depth, split))
            const task = world.generate(split, random)
            /* A third of the random walk is the expert's, so that it comes to every page. */
            const next = (state: DeskState, step: number): string | null => {
              if (isExpert || step >= maxSteps) return isExpert ? world.expert(state) : null
              return (random.integer(3) === 0 ? world.expert(state) : null) ?? drawAction(random, state)
            }
            return sameWalk(pool, task, next)
          })
          t.is(difference, null, `seed ${seed}: ${actions.join(' ')}`)
          steps += actions.length
        }
      t.log(`${steps} steps`)
    })
}

async function tried(walk: () => Promise<Walk>): Promise<Walk> {
  for (let tries = 1; ; tries++)
    try {
      return await walk()
    } catch (thrown) {
      if (!(thrown instanceof BrowserError) || tries >= maxTries) throw thrown
    }
}

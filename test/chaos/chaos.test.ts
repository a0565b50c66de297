/** Every kind of actor dies by every kind of death while a run trains: it leaves behind what an undisturbed one does. */
import test from 'ava'
import { join } from 'node:path'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { played, tinyConfig, tinyStarters, type Changes } from '../run/tiny-run.ts'
import { disturbed, pairOf, wordsOf } from './disturbed.ts'
import { everythingOf } from './everything.ts'
import { ailments, eachRole, roles, type Role } from './mortals.ts'

const changes: Changes = {
  environment: { threads: 2 },
  supervision: { maxRestarts: 100, firstDelayMs: 1, maxDelayMs: 10, hangMs: 1500 },
}
/** Few enough that every life comes to its end. */
const messages: Readonly<Record<Role, number>> = { gpu: 8, policy: 20, observer: 20, adapter: 2, environment: 8 }

/** Two of the four ailments for each actor; seeds 0 and 1 have all of them between them. */
const ailmentsOf = (seed: number, index: number) =>
  [0, 1].map(life => ailments[(2 * seed + life + index) % ailments.length]!)

test.serial('a run whose actors die in every way ends as an undisturbed one', async t => {
  const folder = await temporaryFolder(t)
  const config = tinyConfig(await tinyStarters(folder), changes)
  const undisturbed = await everythingOf((await played(t, changes)).directory)
  for (const seed of [0, 1]) {
    const gpuTrains = seed === 1
    const mortality = {
      seed,
      messages,
      gpuTrains,
      heapMb: 40,
      ailments: eachRole((_, index) => ailmentsOf(seed, index)),
    }
    const directory = join(folder, `run-${seed}`)
    const { deaths, differences } = await disturbed({ config, directory, mortality, undisturbed })
    t.log([`seed ${seed}`, ...deaths.map(wordsOf)].join('\n'))
    t.deepEqual(differences, [], `seed ${seed}`)
    const died = new Set(deaths.map(pairOf))
    const wanted = roles.flatMap(role => mortality.ailments[role].map(ailment => `${role}: ${ailment}`))
    const spared = wanted.filter(pair => !died.has(pair))
    t.deepEqual(spared, [], `seed ${seed}`)
  }
})

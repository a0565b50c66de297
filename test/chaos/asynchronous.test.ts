/** Actors die while one iteration is trained on and the next is played: nothing is lost, doubled or too old. */
import test from 'ava'
import { join } from 'node:path'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { replayLineage } from '../../src/curriculum/slots.ts'
import { trainRun } from '../../src/run/train.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { eventsOf, tinyConfig, tinyStarters } from '../run/tiny-run.ts'
import { eachRole, mortals, roleOf } from './mortals.ts'

const staleness = 2
const iterations = 5
const episodes = 3

test.serial('an asynchronous run whose actors die makes each iteration once, of whole groups', async t => {
  const folder = await temporaryFolder(t)
  const directory = join(folder, 'run')
  const config = tinyConfig(await tinyStarters(folder), {
    iterations,
    mode: { kind: 'asynchronous', staleness },
    tasks: { episodes },
    environment: { threads: 2 },
    supervision: { maxRestarts: 100, firstDelayMs: 1, maxDelayMs: 10 },
  })
  const actors = mortals({
    seed: 3,
    ailments: eachRole(() => ['exit', 'exception']),
    messages: { gpu: 60, policy: 20, observer: 20, adapter: 2, environment: 8 },
  })
  const events = await eventsOf(trainRun({ config, directory, actors }))
  const died = events.flatMap(event => (event.kind === 'died' ? [event.death.actor] : []))
  t.log(died.join(', '))
  t.is(new Set(died.map(roleOf)).size, 5)
  t.like(events.at(-1), { kind: 'finished', reason: 'complete', after: { iteration: iterations } })

  const run = await readRunDirectory(directory)
  const metrics = await run.readMetrics()
  t.deepEqual(
    metrics.map(({ iteration }) => iteration),
    Array.from({ length: iterations }, (_, index) => index + 1),
  )
  for (const { iteration, invalid, invalidSteps, models } of metrics) {
    t.deepEqual({ invalid, invalidSteps }, { invalid: 0, invalidSteps: 0 })
    t.true(Object.values(models).every(({ largestStaleness = 0 }) => largestStaleness <= staleness))
    const rows = await run.readEpisodes(iteration)
    const openings = rows.filter(({ step }) => step === 0)
    const groups = new Set(openings.map(({ use, slot }) => `${use} ${slot}`))
    t.is(openings.length, episodes * groups.size)
    t.is(new Set(openings.map(({ episode }) => episode)).size, openings.length)
    for (const { age, noteAge } of rows) t.true((age ?? 0) <= staleness && (noteAge ?? 0) <= staleness)
  }
  const lineage = await run.readLineage()
  t.notThrows(() => replayLineage(lineage))
})

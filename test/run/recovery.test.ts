/** Actors that die on the way change nothing of what a run leaves behind but its list of deaths. */
import test, { type ExecutionContext } from 'ava'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import formulas from '../../examples/formulas.ts'
import type { Language } from '../../src/contracts/worlds/environment.ts'
import { actorModule } from '../../src/rollout/actor-module.ts'
import type { ActorOverride, ActorOverrides } from '../../src/run/actors/roles.ts'
import { resumeRun } from '../../src/run/resume.ts'
import { trainRun } from '../../src/run/train.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import type { End, MortalOptions } from './mortal.ts'
import { eventsOf, remains, tinyConfig, tinyStarters, type Changes } from './tiny-run.ts'
import { undisturbed, undisturbedRun } from './undisturbed-run.ts'

/** Our actor in that role, whose lives end at these messages. */
const dying = (role: string, ...lives: readonly End[]): ActorOverrides => {
  const inner = actorModule(role).href
  const options: MortalOptions = { inner, lives }
  const substitute: ActorOverride = { module: new URL('./mortal.js', import.meta.url), options: { ...options } }
  return { [role]: substitute }
}

async function run(t: ExecutionContext, actors: ActorOverrides, changes: Changes = {}, language?: Language) {
  const folder = await temporaryFolder(t)
  const directory = join(folder, 'run')
  const config = tinyConfig(await tinyStarters(folder, language), { ...undisturbedRun, ...changes })
  const events = await eventsOf(trainRun({ config, directory, actors }))
  const died = events.flatMap(event => (event.kind === 'died' ? [event.death.actor] : []))
  return { directory, died, remains: await remains(directory) }
}

const deaths: readonly (readonly [what: string, actors: ActorOverrides, died: readonly string[]])[] = [
  [
    'the gpu: loading, playing, training, while it is restored',
    dying('gpu', ['load', 2], ['sample', 40], ['forward-backward', 3], ['optim-step', 1]),
    ['gpu', 'gpu', 'gpu', 'gpu'],
  ],
  ['the gpu: copied and saved', dying('gpu', ['snapshot', 5], ['save', 2]), ['gpu', 'gpu']],
  [
    'the policy, the adapter',
    {
      ...dying('policy', ['observed', 10], ['sampled', 30], ['closed', 5]),
      ...dying('adapter', ['get-state', 1], ['adapt', 1], ['proposal-outcome', 1]),
    },
    ['adapter', 'adapter', 'adapter', 'policy', 'policy', 'policy'],
  ],
  [
    'the reward model, an environment',
    {
      ...dying('observer', ['stepped', 3], ['sampled', 20]),
      ...dying('environment', ['play', 2], ['acted', 30]),
    },
    ['environment/0', 'environment/0', 'observer', 'observer'],
  ],
]

for (const [what, actors, died] of deaths) {
  test.serial(`a run in which somebody dies ends as if nobody had: ${what}`, async t => {
    const broken = await run(t, actors)
    t.deepEqual(broken.died.toSorted(), died)
    t.deepEqual(broken.remains, await undisturbed(t))
    const lines = (await readFile(join(broken.directory, 'deaths.jsonl'), 'utf8')).trimEnd().split('\n')
    t.is(lines.length, 2 * died.length, 'each death and each restart is written down')
  })
}

test.serial('several at once', async t => {
  const broken = await run(t, {
    ...dying('gpu', ['sample', 60], ['load', 1]),
    ...dying('policy', ['observed', 20], ['observed', 1]),
    ...dying('observer', ['stepped', 10]),
    ...dying('environment', ['acted', 20]),
    ...dying('adapter', ['get-state', 2]),
  })
  t.is(broken.died.length, 7)
  t.deepEqual(broken.remains, await undisturbed(t))
})

test.serial(
  'where steps are programs: while these run, while tests are tried on them, while these are written',
  async t => {
    const name = fileURLToPath(new URL('../../examples/formulas.js', import.meta.url))
    const changes: Changes = { environment: { name, threads: 2 }, policy: { maxTokens: 6 } }
    const { language } = formulas()
    const actors = {
      ...dying('environment', ['acted', 3], ['run-tests', 1]),
      ...dying('observer', ['sampled', 5]),
    }
    const [whole, broken] = [await run(t, {}, changes, language), await run(t, actors, changes, language)]
    /* Which of the two threads is given what, and dies of it, depends on which is ready. */
    const [environments, others] = [true, false].map(is =>
      broken.died.filter(actor => actor.startsWith('environment/') === is),
    )
    t.deepEqual(others, ['observer'])
    t.true((environments?.length ?? 0) >= 2)
    t.deepEqual(broken.remains, whole.remains)
  },
)

test.serial('one that dies too often ends the run, and what was whole is saved and can be gone on from', async t => {
  const folder = await temporaryFolder(t)
  const directory = join(folder, 'run')
  const supervision = { ...undisturbedRun.supervision, maxRestarts: 2 }
  const changes = { ...undisturbedRun, checkpoint: { every: 0 }, supervision }
  const config = tinyConfig(await tinyStarters(folder), changes)
  const failed = await t.throwsAsync(
    eventsOf(trainRun({ config, directory, actors: dying('gpu', ['optim-step', 6], ['load', 1], ['load', 1]) })),
    {
      name: 'RunFailedError',
      message: /^gpu died \(exception\): life 2 ends at load 1\nsaved up to iteration 1; resume with: /,
    },
  )
  t.like(failed?.cause, { name: 'DeathError' })
  t.is((await readdir(join(directory, 'checkpoints'))).length, 2)
  await eventsOf(resumeRun({ directory }))
  t.deepEqual(await remains(directory), await undisturbed(t))
})

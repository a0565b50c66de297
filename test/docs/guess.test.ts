/** The first world of docs/writing-an-environment.md is played, and trained in by both methods. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import guess from '../../examples/guess.ts'
import { derive, rootKey } from '../../src/index.ts'
import { trainRun } from '../run/in-thread.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { eventsOf, readMetrics, tinyConfig, tinyStarters } from '../run/tiny-run.ts'
import { blocksOf, toldEpisode } from './guide.ts'

/** Outside this repository: the path of your own compiled module. */
const name = fileURLToPath(new URL('../../examples/guess.js', import.meta.url))

test('the episode that the guide tells is what the world answers', async t => {
  const [told = ''] = await blocksOf('docs/writing-an-environment.md', '')
  const { opening, steps } = toldEpisode(told)
  const { signal } = new AbortController()
  const run = () => Promise.reject(new Error('no program is run in this world'))
  const episode = await guess().open({ number: 6 }, { key: derive(rootKey(1), 'guess'), signal, run })
  t.is(episode.observation, opening)
  for (const [action, observation] of steps) t.is((await episode.act(action)).observation, observation)
  t.is((await episode.act('a dozen')).observation, 'Nothing happens.')
  await episode.close()
})

test('a task from a file is checked', t => {
  t.deepEqual(guess().parseTask({ number: 3 }), { number: 3 })
  t.throws(() => guess().parseTask({ number: 9 }), { instanceOf: RangeError, message: /from 1 to 8, got 9/ })
})

for (const method of ['rlanything', 'grpo'])
  test.serial(`${method} trains in it, and says what it leaves out`, async t => {
    const folder = await temporaryFolder(t)
    const directory = join(folder, 'run')
    const config = tinyConfig(await tinyStarters(folder, guess().language), { method, environment: { name } })
    const events = await eventsOf(trainRun({ config, directory }))
    t.is((await readMetrics(directory)).length, 3)
    const warnings = events.flatMap(event => (event.kind === 'warning' ? [event.text] : []))
    t.is(
      warnings.some(text => text.includes('guess has no editor')),
      method === 'rlanything',
    )
  })

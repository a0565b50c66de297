/** `kill -9` at chosen moments: what a run leaves behind in the end is that of one that nobody killed. */
import test from 'ava'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { tinyConfig, tinyStarters } from '../../run/tiny-run.ts'
import { differences } from '../differences.ts'
import { everythingOf } from '../everything.ts'
import type { FatalWrite } from './fatal-write.ts'
import { live } from './life.ts'
import { lives } from './lives.ts'

/** In the order in which the lives of one run come to them. */
const moments: readonly (FatalWrite & { readonly command: 'train' | 'resume' })[] = [
  { command: 'train', matching: 'config.json', nth: 2, moment: 'amid' },
  { command: 'train', matching: 'config.json', nth: 5, moment: 'after' },
  { command: 'resume', matching: 'step-000000', nth: 10, moment: 'amid' },
  { command: 'resume', matching: 'metrics.jsonl', nth: 2, moment: 'amid' },
  { command: 'resume', matching: 'metrics.jsonl', nth: 4, moment: 'before' },
  { command: 'resume', matching: 'step-000000', nth: 2, moment: 'amid' },
  { command: 'resume', matching: 'episodes/', nth: 2, moment: 'amid' },
]

test.serial('a run killed at any write, and while it resumes, ends as one that nobody killed', async t => {
  const folder = await temporaryFolder(t)
  const config = join(folder, 'config.json')
  await writeFile(config, JSON.stringify(tinyConfig(await tinyStarters(folder))))
  const kills = moments.map(({ command: _, ...write }) => ({ write }))
  const lived = []
  for await (const life of lives({ folder, name: 'killed', config }, kills)) lived.push(life)
  t.log(lived.map(({ command, write }) => `${command}: ${write}`).join('\n'))
  t.deepEqual(
    lived.map(({ command, end }) => `${command} ${end}`),
    [...moments.map(({ command }) => `${command} killed`), 'resume complete'],
  )
  lived.slice(0, -1).forEach(({ write }, index) => {
    const { matching, moment } = moments[index]!
    t.true(write?.startsWith(moment) === true && write.includes(matching), `life ${index + 1}: ${write}`)
  })

  await live({ folder, name: 'undisturbed', config })
  const undisturbed = await everythingOf(join(folder, 'undisturbed'))
  t.deepEqual(differences(await everythingOf(join(folder, 'killed')), undisturbed), [])
})

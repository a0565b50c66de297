import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { command, printing } from './command.ts'
import { small } from './small.ts'

const quick = ['policy.batches=2', 'rewardModel.batches=2', 'policy.episodes=4', 'rewardModel.episodes=4']
const given = (option: string, settings: readonly string[]) => settings.flatMap(setting => [option, setting])

/**
 * Makes a project with `rlanything init`, in a folder whose name has a space, and does with it as its README says.
 *
 * @param project where the package is installed.
 * @param tarballs the package and its engine, by absolute paths; until they are published, the new project can have them from nowhere else.
 * @returns the lines of its scripts, in words.
 * @throws {Error} if it does not compile, hold its laws, make starters or train.
 */
export async function tryNewProject(project: string, tarballs: readonly string[]): Promise<string> {
  const told = /src\/my-world\.ts[^]*cd '.*My world' && npm install && npm test && npm run starters && npm run train\n/
  await printing(told, project, ['npx', 'rlanything', 'init', 'My world'])
  const folder = join(project, 'My world')
  const { name } = z
    .object({ name: z.string() })
    .parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
  if (name !== 'my-world') throw new Error(`the project must be named my-world, got ${name}`)
  await command(folder, ['npm', 'install', '--no-audit', '--no-fund', ...tarballs])
  await printing(/fail 0/, folder, ['npm', 'test'])
  await printing(/hold/, folder, ['npm', 'run', 'check', '--', '--runs', '20'])
  const sets = given('--set', small)
  await command(folder, ['npm', 'run', 'starters', '--', ...given('--recipe', quick), ...sets])
  const train = ['npm', 'run', 'train', '--', '--name', 'first', '--iterations', '2', ...sets] as const
  await printing(/report: runs\/first\/report\.html/, folder, train)
  await access(join(folder, 'runs', 'first', 'metrics.jsonl'))
  return 'compiles, holds its laws, makes starters and trains'
}

import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { command, printing } from './command.ts'
import type { TemplateName } from '../../src/cli/projects/templates.ts'
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
  const told =
    /src\/my-world\.ts[^]*cd '.*My world'\nnpm install\nnpm test +#.*\nnpm run starters +#.*\nnpm run train +#/
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

interface TemplateTrial {
  readonly template: TemplateName
  readonly says: RegExp
  /** Commands of its README, with what makes them short. */
  readonly lines: readonly (readonly [script: string, ...words: readonly string[]])[]
}

const templateTrials: readonly TemplateTrial[] = [
  {
    template: 'guess',
    says: /report: runs\/first\/report\.html/,
    lines: [['check'], ['starters'], ['train', '--name', 'first']],
  },
  {
    template: 'formulation',
    says: /report: runs\/first\/report\.html/,
    lines: [
      ['test'],
      ['check', '--runs', '20'],
      ['train', '--name', 'first', '--iterations', '1', ...given('--set', small)],
    ],
  },
  {
    template: 'bench',
    says: /mlp/,
    lines: [['check'], ['bench', '--seconds', '0.1', '--rounds', '1']],
  },
]

/** Makes a project of each other template whose commands end by themselves, and does with it as its README says. */
export async function tryTemplates(project: string, tarballs: readonly string[]): Promise<string> {
  for (const { template, says, lines } of templateTrials) {
    const folder = join(project, `of-${template}`)
    await printing(/npm install/, project, ['npx', 'rlanything', 'init', folder, '--template', template])
    await command(folder, ['npm', 'install', '--no-audit', '--no-fund', ...tarballs])
    const printed: string[] = []
    for (const [script, ...words] of lines) printed.push(await command(folder, ['npm', 'run', script, '--', ...words]))
    if (!says.test(printed.join('')))
      throw new Error(`${template} must print ${String(says)}, got:\n${printed.join('')}`)
  }
  return templateTrials.map(({ template }) => template).join(', ')
}

import type { Command } from 'commander'
import { shellWord } from '../../text/shell-word.ts'
import type { CliContext } from '../terminal/context.ts'

/** `init FOLDER`: a project with a world, a formulation and their tests. */
export function initCommand(parent: Command, { terminal }: CliContext): void {
  parent
    .command('init')
    .description('make a project with a world, a formulation and their tests, which trains as it is')
    .argument('<folder>', 'new folder')
    .action(async (folder: string) => {
      const { initProject } = await import('./init-project.ts')
      const files = await initProject(folder)
      const next = ['npm install', 'npm test', 'npm run starters', 'npm run train'].join(' && ')
      terminal.print([...files.map(file => `  ${file}`), '', `cd ${shellWord(folder)} && ${next}`].join('\n'))
    })
}

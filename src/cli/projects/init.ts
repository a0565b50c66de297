import { Option, type Command } from 'commander'
import { shellWord } from '../../text/shell-word.ts'
import type { CliContext } from '../terminal/context.ts'
import { templateNames, templates, type TemplateName } from './templates.ts'

/** `init FOLDER`: a project made by a template. */
export function initCommand(parent: Command, { terminal }: CliContext): void {
  parent
    .command('init')
    .description('make a project that runs as it is: a world of yours with a reward and tests, or what --template says')
    .argument('<folder>', 'new folder')
    .addOption(new Option('--template <name>', 'see below').choices(templateNames).default('world'))
    .addHelpText('after', () => {
      const named = templates('my-world')
      return `\nTemplates\n${templateNames.map(name => `  ${name.padEnd(16)}${named[name].about}`).join('\n')}`
    })
    .action(async (folder: string, { template }: { readonly template: TemplateName }) => {
      const { initProject } = await import('./init-project.ts')
      const { files, next } = await initProject(folder, template)
      terminal.print([...files.map(file => `  ${file}`), '', `cd ${shellWord(folder)}`, next].join('\n'))
    })
}

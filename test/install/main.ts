/**
 * Packs the package, installs it alone in an empty project, and tries the commands and the examples there as their
 * readers would; ends with 1 at the first that fails. It needs npm's registry and no other host.
 * Usage: npm run test:install -- [tarballs that were packed before: the package's, the engine's] [other runtimes for the README:
 * 'PATH/bun' 'PATH/deno run -A']
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { printing } from './command.ts'
import { tryHarnesses } from './harnesses.ts'
import { followLinks } from './links.ts'
import { tryNewProject, tryTemplates } from './new-project.ts'
import { compileExamples, installAlone, pack } from './project.ts'
import { tryReadme } from './readme.ts'
import { trials } from './trials.ts'

const folder = await mkdtemp(join(tmpdir(), 'rlanything-install-'))
const project = join(folder, 'project')

async function step(name: string, work: () => Promise<string>): Promise<void> {
  const began = performance.now()
  const result = await work()
  console.log(`${name}: ${result} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
}

try {
  const words = process.argv.slice(2)
  let tarballs: readonly string[] = words.filter(path => path.endsWith('.tgz')).map(path => resolve(path))
  const runtimes = words.filter(path => !path.endsWith('.tgz'))
  await step('npm pack', async () => {
    if (tarballs.length === 0) tarballs = await pack(folder)
    return tarballs.join(', ')
  })
  await step('npm install', () => installAlone(project, tarballs))
  await step('links', () => followLinks(join(project, 'node_modules', 'rlanything')))
  await step('tsc', async () => {
    await compileExamples(project)
    return 'the examples compile as they are'
  })
  for (const { name, line, code, says, module } of trials) {
    await step(name, async () => {
      if (module !== undefined) await writeFile(join(project, 'trial.mjs'), module)
      return (await printing(says, project, line, code)).slice(0, 60)
    })
  }
  for (const runtime of ['node', ...runtimes]) await step(`README, ${runtime}`, () => tryReadme(project, runtime))
  await tryHarnesses(project, console.log)
  await step('init', () => tryNewProject(project, tarballs))
  await step('init --template', () => tryTemplates(project, tarballs))
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : thrown)
  process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

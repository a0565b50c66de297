/** A new project: a world, a formulation and their tests, which can be trained at once. */
import { readFile, writeFile, mkdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { newFolder } from '../../files/new-folder.ts'
import { projectReadme } from './project-readme.ts'

/** Examples of the package, and their names in a project whose world has that name. */
const sources = (world: string): Readonly<Record<string, string>> => ({
  'post.ts': `${world}.ts`,
  'post.node-test.ts': `${world}.test.ts`,
  'quorum.ts': 'quorum.ts',
  'quorum-reward.ts': 'quorum-reward.ts',
  'quorum.node-test.ts': 'quorum.test.ts',
})

const packageSchema = z.object({
  version: z.string(),
  engines: z.object({ node: z.string() }),
  devDependencies: z.object({ typescript: z.string(), '@types/node': z.string() }),
})

/**
 * Writes a project. Installs nothing.
 *
 * @param folder new or empty.
 * @returns its files, by their path in it.
 * @throws {RangeError} if there is something in the folder, or a file is in its way.
 */
export async function initProject(folder: string): Promise<readonly string[]> {
  const root = new URL('../../../../', import.meta.url)
  const own = packageSchema.parse(JSON.parse(await readFile(new URL('package.json', root), 'utf8')))
  const name = packageName(basename(resolve(folder)))
  const world = name.startsWith('quorum') ? 'post' : name
  const copies = Object.entries(sources(world)).map(async ([from, to]): Promise<[string, string]> => {
    const text = await readFile(new URL(`examples/${from}`, root), 'utf8')
    const named = text.replace("name: 'post'", `name: '${world}'`).replaceAll(/\bpost(?=\.(js|node-test))/g, world)
    return [join('src', to), named.replaceAll('.node-test', '.test')]
  })
  const files: Readonly<Record<string, string>> = {
    'package.json': json(packageJson(name, world, own)),
    'tsconfig.json': json(tsconfig),
    'run.json': json(runSettings(world)),
    '.gitignore': 'node_modules/\ndist/\nruns/\nstarters/\n',
    'README.md': projectReadme(world),
    ...Object.fromEntries(await Promise.all(copies)),
  }
  await newFolder(folder)
  await mkdir(join(folder, 'src'))
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
  return Object.keys(files)
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const packageJson = (
  name: string,
  world: string,
  { version, engines, devDependencies }: z.output<typeof packageSchema>,
) => ({
  name,
  version: '0.0.0',
  private: true,
  type: 'module',
  engines,
  scripts: {
    build: 'tsc',
    test: `tsc && node --test dist/${world}.test.js dist/quorum.test.js`,
    check: 'rlanything check src/quorum.ts',
    starters: 'tsc && rlanything warm-start --config run.json --out starters',
    train: 'tsc && rlanything train --config run.json',
  },
  dependencies: { rlanything: `^${version}` },
  devDependencies: { '@types/node': devDependencies['@types/node'], typescript: devDependencies.typescript },
})

/** What npm allows. */
const packageName = (folder: string): string =>
  folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, 200) || 'world'

const tsconfig = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    rootDir: 'src',
    outDir: 'dist',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
  },
  include: ['src'],
}

/** Half a minute of one core. */
const runSettings = (world: string) => ({
  $schema: './node_modules/rlanything/run-config.schema.json',
  iterations: 20,
  environment: { name: `./dist/${world}.js` },
  tasks: { slots: 64 },
  feedback: { formulation: './dist/quorum.js' },
  starters: { policy: 'starters/policy', rewardModel: 'starters/reward-model' },
})

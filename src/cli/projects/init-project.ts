/** A new project, as a template says. */
import { readFile, writeFile, mkdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { newFolder } from '../../files/new-folder.ts'
import { templates, type Template, type TemplateName } from './templates.ts'

const packageSchema = z.object({
  version: z.string(),
  engines: z.object({ node: z.string() }),
  devDependencies: z.object({ typescript: z.string(), '@types/node': z.string() }),
})

interface Project {
  /** Its files, by their path in it. */
  readonly files: readonly string[]
  /** Commands that are to be run in it, in lines. */
  readonly next: string
}

/**
 * Writes a project. Installs nothing.
 *
 * @param folder new or empty.
 * @throws {RangeError} if there is something in the folder, or a file is in its way.
 */
export async function initProject(folder: string, templateName: TemplateName = 'world'): Promise<Project> {
  const root = new URL('../../../../', import.meta.url)
  const own = packageSchema.parse(JSON.parse(await readFile(new URL('package.json', root), 'utf8')))
  const name = packageName(basename(resolve(folder)))
  const subject = name.startsWith('quorum') ? 'post' : name
  const template = templates(subject)[templateName]
  const { subject: from, sources, settings } = template
  const named = from === null ? sources : { [`${from}.ts`]: `${subject}.ts`, ...sources }
  const copies = Object.entries(named).map(async ([example, to]): Promise<[string, string]> => {
    const text = await readFile(new URL(`examples/${example}`, root), 'utf8')
    return [join('src', to), (from === null ? text : renamed(text, from, subject)).replaceAll('.node-test', '.test')]
  })
  const code = Object.fromEntries(await Promise.all(copies))
  const files: Readonly<Record<string, string>> = {
    'package.json': json(packageJson(name, template, own)),
    ...(settings === null ? {} : { 'run.json': json({ $schema, ...settings }) }),
    '.gitignore': 'node_modules/\ndist/\ngateway/\nruns/\nstarters/\n',
    'README.md': projectReadme(template),
    ...(copies.length === 0 ? {} : { 'tsconfig.json': json(tsconfig), ...code }),
  }
  await newFolder(folder)
  if (copies.length > 0) await mkdir(join(folder, 'src'))
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
  return { files: Object.keys(files), next: stepLines(template.steps) }
}

const $schema = './node_modules/rlanything/run-config.schema.json'

/** A world and its tests under another name. */
const renamed = (text: string, from: string, to: string): string =>
  text.replace(`name: '${from}'`, `name: '${to}'`).replaceAll(new RegExp(`\\b${from}(?=\\.(js|node-test))`, 'g'), to)

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const packageJson = (
  name: string,
  { scripts }: Template,
  { version, engines, devDependencies }: z.output<typeof packageSchema>,
) => ({
  name,
  version: '0.0.0',
  private: true,
  type: 'module',
  engines,
  scripts,
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

/** The README of a new project. */
function projectReadme({ about, steps, files, advice, pages }: Template): string {
  const rows = Object.entries(files).map(([names, is]) => `| ${names.split(', ').map(placed).join(', ')} | ${is} |`)
  return `# ${about.charAt(0).toUpperCase()}${about.slice(1)}

\`\`\`sh
${stepLines(steps)}
\`\`\`

| file | is |
| ---- | -- |
${rows.join('\n')}

${advice}

How all this works is in \`node_modules/rlanything/docs\`: ${pages.map(page => `\`${page}\``).join(', ')}.
`
}

/** A line for each command. */
function stepLines(steps: Template['steps']): string {
  const width = Math.max(...Object.keys(steps).map(({ length }) => length))
  return ['npm install', ...Object.entries(steps).map(([step, does]) => `${step.padEnd(width)}  # ${does}`)].join('\n')
}

const placed = (file: string): string => `\`${file.endsWith('.ts') ? 'src/' : ''}${file}\``

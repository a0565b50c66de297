/** docs/settings.md, docs/measures.md, docs/laws.md, run-config.schema.json and experiment.schema.json, as they are made from the schemas. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { format, type FormatConfig } from 'oxfmt'
import { plainSettings } from '../../src/cli/tables/settings-text.ts'
import { departs, type SettingKey, type Section } from '../../src/config/reference/keys.ts'
import { presetNames } from '../../src/config/preset.ts'
import { experimentPlanJsonSchema } from '../../src/experiment/plan/plan-json-schema.ts'
import { paperValues } from '../../src/config/reference/paper-values.ts'
import { methodNames } from '../../src/methods/registry/registry.ts'
import { runConfigJsonSchema } from '../../src/methods/registry/run-json-schema.ts'
import { lawsPage } from './laws-page.ts'
import { measuresPage } from './measures-page.ts'
import { recipeReference, runReference, type Reference } from '../../src/methods/registry/settings-reference.ts'

const worlds = ['household', 'coding', 'desk', 'puzzles', 'grids', 'teams'] as const
/** Of these the options alone are listed. */
const otherWorlds = ['miniwob', 'openenv', 'control', 'maze', 'road'] as const

const layout = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as FormatConfig

/** Each file by its path from the root, with its whole text. */
export async function settingsFiles(): Promise<Readonly<Record<string, string>>> {
  const texts = {
    'docs/settings.md': await page(),
    'docs/measures.md': await measuresPage(),
    'docs/laws.md': lawsPage(),
    'run-config.schema.json': schema(),
    'experiment.schema.json': JSON.stringify(experimentPlanJsonSchema()),
  }
  const entries = Object.entries(texts).map(async ([filepath, text]) => [
    filepath,
    (await format(filepath, text, layout)).code,
  ])
  return Object.fromEntries(await Promise.all(entries)) as Record<string, string>
}

function schema(): string {
  return JSON.stringify({ title: 'Configuration of a run of rlanything', ...runConfigJsonSchema() })
}

async function page(): Promise<string> {
  const runs = await Promise.all(worlds.map(world => runReference({ world })))
  const references = [...runs, ...(await Promise.all(otherWorlds.map(world => runReference({ world }))))]
  const recipes = await Promise.all(worlds.map(world => recipeReference(world)))
  return [
    intro,
    '## A run',
    ...(await runReference()).sections.flatMap(section => sectionText(section, '###')),
    '## Methods',
    'Those above are of `rlanything`, the default. A setting of no effect for the chosen method is refused; `rlanything config --method NAME` lists those that have one.',
    ...(await Promise.all(methodNames.filter(name => name !== 'rlanything').map(methodText))).flat(),
    '## Options of the worlds',
    'Below `environment.options`; a world of your own [says its own](writing-an-environment.md#train-in-it).',
    ...[...worlds, ...otherWorlds].flatMap((world, index) => [
      `### \`${world}\``,
      keysTable(optionsOf(references[index]!)),
    ]),
    ...presetText(runs),
    ...(await namedPresetText(runs)),
    '## A warm start',
    'Each is `--recipe path=value` of `warm-start`; `rlanything config [world] --recipe` lists them.',
    ...(await recipeReference(null)).sections.flatMap(section => sectionText(section, '###')),
    ...presetText(recipes),
  ]
    .join('\n\n')
    .replaceAll(packageFolder, 'rlanything/')
}

/** Starters that ship are told by their place in the package. */
const packageFolder = fileURLToPath(new URL('../../../', import.meta.url))

const intro = `# Settings

All that can be set, with its default, what is allowed, and what the paper has (or its authors' code, where the paper says
nothing). This page is made from the schemas that check the settings: \`npm run docs:settings\`.

A run's settings are the defaults, under the preset of its world, under a file (\`--config run.json\`), under single values
(\`--set policy.clip=0.3\`) and flags. A world may have further presets, by name: \`train household --preset long\`. \`rlanything config coding\` lists those of a world with its preset laid over them,
\`rlanything config coding --json\` prints them as a file that \`--config\` takes, of which any part may be left out:

\`\`\`json
{
  "$schema": "./node_modules/rlanything/run-config.schema.json",
  "iterations": 20,
  "policy": { "learningRate": 1e-4 }
}
\`\`\`

By \`$schema\` an editor completes keys, shows what they mean and underlines what is refused; on a run it has no effect. The
schema comes with the package, also as \`rlanything/run-config.schema.json\` and as \`runConfigJsonSchema()\` of the library;
\`rlanything config coding --schema > coding.schema.json\` makes one that knows the options and the preset of a world, yours
included.`

const sectionText = ({ name, meaning, keys }: Section, level: string): readonly string[] =>
  name === '' ? [keysTable(keys)] : [`${level} \`${name}\``, `${capital(meaning)}.`, keysTable(keys)]

function keysTable(keys: readonly SettingKey[]): string {
  const hasPaper = keys.some(({ path }) => paperValues[path] !== undefined)
  const head = ['key', 'default', 'allowed', 'meaning', ...(hasPaper ? ['paper'] : [])]
  const rows = keys.map(({ path, value, wanted, meaning }) => [
    `\`${path}\``,
    value === undefined ? '' : `\`${plainSettings(value)}\``,
    wanted,
    meaning,
    ...(hasPaper ? [paperValues[path] ?? ''] : []),
  ])
  return table(head, rows)
}

const optionsOf = ({ sections }: Reference): readonly SettingKey[] =>
  sections
    .flatMap(({ keys }) => keys)
    .filter(({ path }) => path.startsWith('environment.options'))
    .map(key => ({ ...key, value: key.general }))

/** The settings that a method reads beside those of the default one, and those of that one which it does not read. */
async function methodText(method: string): Promise<readonly string[]> {
  const keysOf = ({ sections }: Reference): readonly SettingKey[] => sections.flatMap(section => section.keys)
  const [own, usual] = [keysOf(await runReference({ method })), keysOf(await runReference())]
  const lacking = (keys: readonly SettingKey[], all: readonly SettingKey[]): readonly SettingKey[] =>
    keys.filter(({ path }) => !all.some(other => other.path === path))
  const added = lacking(own, usual)
  const sections = new Set(own.map(({ path }) => path.split('.')[0]))
  const unread = lacking(usual, own).map(({ path }) => (sections.has(path.split('.')[0]) ? path : path.split('.')[0]))
  return [
    `### Method \`${method}\``,
    `Not read: ${[...new Set(unread)].map(path => `\`${path}\``).join(', ')}.`,
    ...(added.length === 0 ? [] : [keysTable(added)]),
  ]
}

/** Where presets depart from the defaults above. */
function presetText(references: readonly Reference[]): readonly string[] {
  return references.flatMap(({ sections }, index) => {
    const keys = sections
      .flatMap(section => section.keys)
      .filter(key => departs(key) && key.path !== 'environment.name')
    if (keys.length === 0) return []
    const rows = keys.map(({ path, general, value }) =>
      [path, general, value].map(cell => `\`${plainSettings(cell)}\``),
    )
    return [`### The preset of \`${worlds[index]}\``, table(['key', 'in general', worlds[index]!], rows)]
  })
}

/** Presets by name, where they depart from the default one of their world. */
async function namedPresetText(references: readonly Reference[]): Promise<readonly string[]> {
  const texts = worlds.map(async (world, index) => {
    const usual = new Map(references[index]!.sections.flatMap(({ keys }) => keys.map(key => [key.path, key.value])))
    /* A key of another method than that of the default preset has its general value there. */
    const before = ({ path, general }: SettingKey): unknown => (usual.has(path) ? usual.get(path) : general)
    const each = (await presetNames(world)).map(async name => {
      const keys = (await runReference({ world, preset: name })).sections.flatMap(section => section.keys)
      const departing = keys.filter(key => !isDeepStrictEqual(key.value, before(key)))
      const rows = departing.map(key => [key.path, before(key), key.value].map(cell => `\`${plainSettings(cell)}\``))
      return [`### The preset \`${name}\` of \`${world}\``, table(['key', 'by default', name], rows)]
    })
    return (await Promise.all(each)).flat()
  })
  return (await Promise.all(texts)).flat()
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

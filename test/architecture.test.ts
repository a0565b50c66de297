/** The layout as a test: who may import whom, who may touch threads and native code, how long a file may be. */
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import ts from 'typescript'
import { groupBy } from '../src/math/group-by.ts'

const root = findRoot(dirname(fileURLToPath(import.meta.url)))
const rooms = ['src', 'actors', 'environments', 'benches', 'test', 'examples', 'packaging']
const files = (await Promise.all(rooms.map(sourcesOf))).flat()
const sources = await Promise.all(files.map(async path => ({ path, text: await readFile(join(root, path), 'utf8') })))
const modules = sources.map(({ path, text }) => ({ path, ...importsOf(path, text) }))

/**
 * The rooms from the lowest to the highest, each with the rooms below it that its files may import, types included: those of `src` by
 * their folder there, others by their path. Rooms that come first can be read without those that follow.
 */
const layers: readonly (readonly [room: string, below: string])[] = [
  ['src/math', ''],
  ['src/statistics', 'math'],
  ['src/streams', ''],
  ['src/kernels', ''],
  ['src/text', ''],
  ['src/network', ''],
  ['src/losses', 'math'],
  ['src/contracts', 'math losses statistics'],
  ['src/gui', 'contracts'],
  ['src/runtime', 'contracts streams'],
  ['src/user-code', 'contracts runtime text'],
  ['src/files', 'contracts streams user-code'],
  ['src/browser', 'files gui runtime'],
  ['src/sandbox', 'contracts runtime'],
  ['src/model', 'contracts math files text'],
  ['src/config', 'contracts text user-code'],
  ['src/items', 'config contracts math runtime'],
  ['src/engine', 'contracts files kernels losses math model runtime streams text user-code'],
  ['src/serve', 'contracts engine math model network runtime streams'],
  ['src/vector', 'contracts engine files math runtime streams text user-code'],
  ['src/store', 'contracts files math text'],
  ['src/rollout', 'config contracts files math model runtime statistics streams user-code vector'],
  ['src/reward', 'config contracts math model rollout runtime statistics'],
  ['src/learning', 'config contracts engine losses math reward rollout user-code'],
  ['src/curriculum', 'config contracts math reward rollout text'],
  [
    'src/methods',
    'config contracts curriculum engine learning losses math model reward rollout runtime store text user-code vector',
  ],
  [
    'src/run',
    'config contracts curriculum engine files items learning losses math methods model rollout runtime sandbox ' +
      'statistics store streams text user-code vector',
  ],
  ['src/lab', 'config contracts curriculum learning math methods reward rollout run runtime streams user-code'],
  ['src/openenv', 'config contracts curriculum math network rollout sandbox'],
  [
    'src/gateway',
    'config contracts files lab learning math methods model network openenv reward run runtime streams text',
  ],
  ['src/warm-start', 'config contracts files learning math methods model reward rollout run runtime streams'],
  ['src/dry-run', 'config contracts curriculum engine learning math methods model reward rollout run'],
  [
    'src/experiment',
    'config contracts files math methods reward rollout run runtime statistics streams text warm-start',
  ],
  ['src/reverify', 'config contracts curriculum math methods reward rollout run'],
  ['src/play', 'browser config contracts math network rollout'],
  [
    'src/throughput',
    'config contracts engine math methods model rollout run runtime statistics streams user-code vector',
  ],
  ['src/export', 'config contracts files gateway math run text'],
  ['src/report', 'config contracts curriculum experiment files gui learning math rollout run statistics text'],
  ['src/watch', 'config contracts curriculum experiment files gateway math network report run text'],
  [
    'src/laws',
    'config contracts curriculum engine files gui losses math methods model reward rollout run runtime sandbox store text user-code vector',
  ],
  [
    'src/api',
    'reward dry-run engine experiment gateway items laws methods run serve streams throughput user-code warm-start',
  ],
  [
    'src/cli',
    'api browser config contracts curriculum dry-run engine experiment export files gateway gui items laws learning math methods model openenv play report reverify reward rollout run runtime ' +
      'statistics text throughput warm-start watch',
  ],
  ['environments/household', 'contracts math text'],
  ['environments/coding', 'contracts math sandbox text'],
  ['environments/miniwob', 'browser contracts gui math text'],
  ['environments/desk', 'browser contracts gui math text'],
  ['environments/openenv', 'contracts math openenv text'],
  ['environments/problems', 'contracts items'],
  ['environments/control', 'contracts math text'],
  ['environments/maze', 'contracts math text'],
  ['environments/road', 'contracts math text'],
  ['environments/puzzles', 'contracts math text'],
  ['environments/grids', 'contracts math text'],
  ['environments/teams', 'contracts math text environments/coding environments/grids'],
  ['actors', 'contracts curriculum engine math model reward rollout runtime sandbox streams text user-code vector'],
]

const roomNamed = (name: string): string => (name.includes('/') ? name : `src/${name}`)

/** They offer what users import; nothing of the product imports them. */
const entries = ['index', 'engine', 'models', 'runtime', 'gui'].map(name => `src/${name}.ts`)

const roomOf = (path: string): string =>
  path.startsWith('src/') || path.startsWith('environments/')
    ? path.split('/').slice(0, 2).join('/')
    : path.split('/', 1)[0]!

const isProduct = (path: string): boolean => /^(src|actors|environments)\//.test(path)

test('every room imports itself and the rooms named for it, types included', t => {
  const allowed = new Map(layers.map(([room, below]) => [room, below.split(' ').map(roomNamed)]))
  const wrong = modules
    .filter(({ path }) => isProduct(path) && !entries.includes(path))
    .flatMap(({ path, ours }) => {
      const room = roomOf(path)
      const rule = allowed.get(room)
      if (rule === undefined) return [`${room} has no list`]
      return ours.filter(to => roomOf(to) !== room && !rule.includes(roomOf(to))).map(to => `${path} → ${to}`)
    })
  none(t, wrong)
})

test('the lists name rooms below, and only those that are used', t => {
  const order = layers.map(([room]) => room)
  const climbing = layers.flatMap(([room, below]) =>
    below
      .split(' ')
      .filter(name => name !== '' && order.indexOf(roomNamed(name)) >= order.indexOf(room))
      .map(name => `${room} → ${roomNamed(name)}`),
  )
  none(t, climbing)
  const used = new Set(modules.flatMap(({ path, ours }) => ours.map(to => `${roomOf(path)} → ${roomOf(to)}`)))
  const idle = layers.flatMap(([room, below]) =>
    below
      .split(' ')
      .map(name => `${room} → ${roomNamed(name)}`)
      .filter(arrow => !arrow.endsWith('src/') && !used.has(arrow)),
  )
  none(t, idle)
})

test('nobody imports the command line, and of actors and worlds only what runs or tests them', t => {
  const wrong = modules.flatMap(({ path, ours }) =>
    ours
      .filter(to => to.startsWith('src/cli/') && !path.startsWith('src/cli/') && !path.startsWith('test/'))
      .map(to => `${path} → ${to}`),
  )
  none(t, wrong)
})

const guarded: readonly (readonly [what: RegExp, where: string])[] = [
  [/^(node:)?worker_threads$|^comlink(\/|$)|^piscina$/, 'src/runtime/'],
  [/^onnxruntime-|^@tensorflow\//, 'src/engine/'],
  [/^@pydantic\/monty$|^pyodide(\/|$)/, 'src/sandbox/'],
  [/^commander$|^cli-progress$/, 'src/cli/'],
  [/^jstat$/, 'src/statistics/'],
  [/^@nats-io\//, 'src/runtime/machines/'],
]
for (const [what, where] of guarded) {
  test(`only ${where} imports ${String(what)}`, t => {
    const inProduct = modules.filter(({ path }) => !path.startsWith('test/') && !path.startsWith('benches/'))
    none(
      t,
      inProduct.flatMap(({ path, packages }) =>
        packages.filter(name => what.test(name) && !path.startsWith(where)).map(name => `${path} → ${name}`),
      ),
    )
  })
}

/** See src/streams/rxjs.ts. */
test('the whole of RxJS is loaded nowhere in the product', t => {
  const product = sources.filter(({ path }) => /^(src|actors|environments)\//.test(path))
  const wrong = product.filter(({ text }) => /^(import|export) (?!type\b)[^'";]*from 'rxjs'/m.test(text))
  none(
    t,
    wrong.map(({ path }) => path),
  )
})

test('the product imports what the package depends on, and nothing else', async t => {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const inProduct = modules.filter(({ path }) => /^(src|actors|environments)\//.test(path))
  const imported = inProduct.flatMap(({ packages }) => packages.filter(name => !name.startsWith('node:')))
  const packageOf = (name: string): string => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name
  /* Optional peers are imported by what a setting or an option asks for, which is loaded on demand. */
  const peers = new Set(Object.keys(manifest.peerDependencies))
  const elsewhere = inProduct.filter(({ path }) => !/^src\/(engine\/tfjs|runtime\/machines)\//.test(path))
  const byPeers = elsewhere.flatMap(({ path, packages }) =>
    packages.some(name => peers.has(packageOf(name))) ? [path] : [],
  )
  none(t, byPeers)
  const own = [...new Set(imported.map(packageOf))].filter(name => !peers.has(name))
  t.deepEqual(own.sort(), Object.keys(manifest.dependencies).sort())
})

test('every entry of the package is made from a source', async t => {
  const { exports: entries, bin } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const targets: string[] = [...Object.values<{ default?: string }>(entries), ...Object.values<string>(bin)].flatMap(
    entry => (typeof entry === 'string' ? entry : (entry.default ?? [])),
  )
  const made = targets.filter(target => /dist\/.*\.js$/.test(target))
  t.is(made.length, 9)
  const places = files.map(path => path.replace(/\.ts$/, '.js'))
  for (const target of made) {
    const wanted = target.replace(/^(\.\/)?dist\//, '').split('*')
    t.true(
      places.some(place => wanted.every(part => place.includes(part))),
      target,
    )
  }
})

test('no import ring, of types neither', t => {
  none(t, ringsOf(new Map(modules.map(({ path, ours }) => [path, ours]))))
})

test('no ring of folders, at any depth, of types neither', t => {
  none(t, ringsOf(foldersOf(modules)))
})

test('relative imports name a file that is there', t => {
  const known = new Set(files)
  none(
    t,
    modules.flatMap(({ path, ours }) =>
      ours.filter(to => !known.has(to) && to.endsWith('.ts')).map(to => `${path} → ${to}`),
    ),
  )
})

test('no file has more than 250 lines that are not blank, and most are far shorter', t => {
  const product = sources.filter(({ path }) => !path.startsWith('test/') && !path.endsWith('tables.ts'))
  const lengths = product.map(({ path, text }) => ({
    path,
    lines: text.split('\n').filter(line => line.trim() !== '').length,
  }))
  none(
    t,
    lengths.filter(({ lines }) => lines > 250).map(({ path, lines }) => `${path} has ${lines} lines`),
  )
  const median = lengths.map(({ lines }) => lines).sort((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0
  t.true(median <= 90, `the median file has ${median} lines`)
})

/** More files than can be seen at once; those that have more say why at the head of their README or first file. */
const wide = new Map([['src/contracts', 'one type a file: they are read by name']])

/** A method has a folder, however short it is. */
const small = ['src/methods/grpo', 'src/methods/binary', 'src/methods/opd', 'src/methods/combined']

test('a folder of the product has at most 15 files, and at least 3 unless it holds folders', t => {
  const folders = files.filter(path => isProduct(path) && !path.endsWith('.d.ts')).map(path => dirname(path))
  const holdsFolders = (folder: string): boolean => folders.some(other => other.startsWith(`${folder}/`))
  none(
    t,
    [...new Set(folders)]
      .map(folder => [folder, folders.filter(other => other === folder)] as const)
      .filter(
        ([folder, { length }]) =>
          (length > 15 && !wide.has(folder)) || (length < 3 && !holdsFolders(folder) && !small.includes(folder)),
      )
      .map(([folder, { length }]) => `${folder}: ${length}`),
  )
})

/** In its files: the names that are exported where they are declared. */
const exported = sources
  .filter(({ path }) => isProduct(path) && !path.startsWith('src/kernels/assembly/'))
  .flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:async |abstract )*(?:function\*?|const|class|interface|type) (\w+)/gm)].map(
      ([, name = '']) => ({ path, name }),
    ),
  )

test('no exported name stands in two files', t => {
  const places = groupBy(exported, ({ name }) => name)
  /* Read by its name from every world that has one. */
  places.delete('optionsSchema')
  none(
    t,
    [...places]
      .filter(([, all]) => all.length > 1)
      .map(([name, all]) => `${name}: ${all.map(each => each.path).join(', ')}`),
  )
})

/** Users import the options of actors, and compose actors of their own of ours; some files are public as a whole. */
test('what is exported is named by another file', t => {
  const names = sources.map(({ path, text }) => ({ path, words: new Set(text.match(/\w+/g)) }))
  const whole = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:type )?\* from '(\..*)'$/gm)].map(([, target = '']) => join(dirname(path), target)),
  )
  const wrong = exported.filter(
    ({ path, name }) =>
      !path.startsWith('actors/') &&
      !whole.includes(path) &&
      !names.some(other => other.path !== path && other.words.has(name)),
  )
  none(
    t,
    wrong.map(({ path, name }) => `${path}: ${name}`),
  )
})

/** ava.config.js leaves out what a suite imports: a file that two import would run twice, and what is no test not at all. */
test('suites import test files, each of them in one suite', t => {
  const form = /^\/\*\*.*\*\/\n(import '\.\.\/[^']+\.test\.ts'\n)+$/
  const isSuite = ({ path }: { readonly path: string }): boolean => /^test\/(suites|whole-runs)\//.test(path)
  const suites = sources.filter(isSuite)
  none(
    t,
    suites.filter(({ path, text }) => !path.endsWith('.suite.ts') || !form.test(text)).map(({ path }) => path),
  )
  const together = modules.filter(isSuite).flatMap(({ ours }) => ours)
  none(
    t,
    together.filter((path, index) => together.indexOf(path) !== index || !files.includes(path)),
  )
})

test('no folder is named for what has no name', t => {
  none(
    t,
    files.filter(path => /(^|\/)(utils?|common|misc|helpers?|lib)(\/|\.ts$)/.test(path)),
  )
})

/** Where one stands, an index was proved just before, or a loop over numbers must not be slowed down by a check. */
for (const [what, isCounted] of [
  ['the product', (path: string) => isProduct(path) && !path.startsWith('src/kernels/assembly/')],
  ['the tests', (path: string) => path.startsWith('test/')],
] as const)
  test(`of 1000 lines of ${what} at most 2 claim with ! that something is there`, t => {
    const counted = sources.filter(({ path }) => isCounted(path))
    const claims = counted.map(({ path, text }) => ({ path, count: nonNullAssertionsIn(text) }))
    const lines = counted.reduce((sum, { text }) => sum + text.split('\n').length, 0)
    const count = claims.reduce((sum, each) => sum + each.count, 0)
    const most = claims.sort((a, b) => b.count - a.count).slice(0, 5)
    t.true(
      count * 1000 <= 2 * lines,
      `${count} in ${lines} lines, most in ${most.map(each => `${each.path}: ${each.count}`).join(', ')}`,
    )
  })

test('a claim that something is there is counted, and a negation is not', t => {
  t.is(nonNullAssertionsIn('const a = b[0]!.c!\nif (!a || a !== b) d = /!/.exec(`${e!}!`)\nlet f!: number'), 3)
})

/**
 * Words of RLAnything and of the rooms that make its parts. Elsewhere a model observes and gives verdicts, tasks are proposed, and models
 * are known by their names: so that the core can be read, and used by another method, without knowing this one.
 */
const ownWords = /(?<![a-z])(votes?|reward[ -]models?|adapt(ations?|ers?|ing))(?![a-z])/i

/** Whose own words these are: they vote, change tasks, teach reward models, or say it of their world; the public entries name all. */
const owners = [
  '^src/(reward|curriculum|laws|lab|reverify|warm-start|gateway/training)/',
  '^src/methods/(rlanything|spark|istar|turns|binary|combined|opd)/',
  '^src/(gateway/history/turn-verdicts|cli/commands/warm-start|config/warm-start-recipe|[a-z]+)\\.ts$',
  '^src/cli/(records|tables)/(attack|reverify)',
  '^actors/(observer|adapter)',
  '^environments/[a-z]+/(preset\\.ts|prompts|proposals/|edits/)',
].map(pattern => new RegExp(pattern))

/** In which an adapter is one of low rank, or of a message port. */
const otherAdapters = /^src\/(model|engine|runtime)\/|^src\/config\/tinker-schema|^src\/cli\/commands\/(convert|doctor)/

test('few files know the words of RLAnything but its own', t => {
  const knowing = sources
    .filter(({ path }) => isProduct(path) && !owners.some(owner => owner.test(path)))
    .filter(({ path, text }) => {
      const words = text
        .replaceAll(/\/\*[^]*?\*\/|from '.*'|<vote>/g, '')
        .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
        .replaceAll(otherAdapters.test(path) ? /adapt\w+/gi : /$^/g, '')
      return ownWords.test(words)
    })
    .map(({ path }) => path)
  t.true(knowing.length <= 10, `${knowing.length} files know them, of at most 10: ${knowing.join(', ')}`)
})

/** To be parted. */
const longFunctions = ['src/engine/graph/network-layers.ts']

test('no function of the product has more than 100 lines', t => {
  const product = sources.filter(({ path }) => isProduct(path) && !longFunctions.includes(path))
  none(
    t,
    product.flatMap(({ path, text }) => longFunctionsIn(text).map(place => `${path}:${place}`)),
  )
})

test('a function of more than 100 lines is found', t => {
  const lines = '\n'.repeat(99)
  t.deepEqual(longFunctionsIn(`const short = () => {${lines}}`), [])
  t.deepEqual(longFunctionsIn(`class A {\n  long() {\n${lines}}\n}`), ['2: 101 lines'])
})

test('no rule is switched off in passing', t => {
  const wrong = sources
    .filter(({ path }) => path !== 'test/architecture.test.ts')
    .filter(({ text }) => /@ts-(ignore|nocheck)|(eslint|oxlint|prettier)-(disable|ignore)/.test(text))
  none(
    t,
    wrong.map(({ path }) => path),
  )
})

test('a ring is found where there is one', t => {
  t.deepEqual(
    ringsOf(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['a']],
        ['d', ['a']],
      ]),
    ),
    ['a → b → c → a'],
  )
})

function none(t: ExecutionContext, wrong: readonly string[]): void {
  t.deepEqual(wrong, [])
}

/** How often `!` follows an expression, which is then taken to be neither null nor undefined. */
function nonNullAssertionsIn(text: string): number {
  const count = (node: ts.Node): number => {
    let sum = ts.isNonNullExpression(node) ? 1 : 0
    ts.forEachChild(node, child => void (sum += count(child)))
    return sum
  }
  return count(ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest))
}

/** Where functions of more than 100 lines begin. */
function longFunctionsIn(text: string): string[] {
  if (text.split('\n').length <= 100) return []
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest)
  const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const first = lineAt(node.getStart(source))
    const lines = lineAt(node.end) - first + 1
    if (lines <= 100) return
    if (ts.isFunctionLike(node)) found.push(`${first}: ${lines} lines`)
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(source, visit)
  return found
}

/** Rings of imports, each once, as a path that comes back to its first file. */
function ringsOf(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const rings: string[] = []
  const visit = (file: string, trail: readonly string[]): void => {
    const at = trail.indexOf(file)
    if (at >= 0) return void rings.push([...trail.slice(at), file].join(' → '))
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return rings
}

/** The folders of files, each with those that its own files import from. */
function foldersOf(files: readonly { readonly path: string; readonly ours: readonly string[] }[]) {
  const folders = new Map<string, string[]>()
  for (const { path, ours } of files) {
    const folder = dirname(path)
    const others = ours.map(to => dirname(to)).filter(other => other !== folder)
    folders.set(folder, [...(folders.get(folder) ?? []), ...others])
  }
  return folders
}

interface Imports {
  /** Our files, by their path from the root. */
  readonly ours: readonly string[]
  readonly packages: readonly string[]
}

function importsOf(path: string, text: string): Imports {
  const statements = [...text.matchAll(/^\s*(?:import|export)\b(\s+type\b)?([^'";]*?from\s*)?\s*['"]([^'"]+)['"]/gm)]
  const dynamic = [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)].map(match => match[1] ?? '')
  const found = statements.map(match => match[3] ?? '')
  const resolve = (name: string) => relative(root, join(root, dirname(path), name)).replaceAll('\\', '/')
  const isOurs = (name: string) => name.startsWith('.')
  return {
    ours: [...found, ...dynamic].filter(isOurs).map(resolve),
    packages: [...found, ...dynamic].filter(name => !isOurs(name)),
  }
}

async function sourcesOf(room: string): Promise<string[]> {
  if (!existsSync(join(root, room))) return []
  const entries = await readdir(join(root, room), { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

/** The compiled test lies deeper than the source: the root is where package.json is. */
function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder))
}

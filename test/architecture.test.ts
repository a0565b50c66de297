/** The layout as a test: who may import whom, who may touch threads and native code, how long a file may be. */
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'

const root = findRoot(dirname(fileURLToPath(import.meta.url)))
const rooms = ['src', 'actors', 'environments', 'benches', 'test', 'examples', 'packaging']
const files = (await Promise.all(rooms.map(sourcesOf))).flat()
const sources = await Promise.all(files.map(async path => ({ path, text: await readFile(join(root, path), 'utf8') })))
const modules = sources.map(({ path, text }) => ({ path, ...importsOf(path, text) }))

/** A file of `from` may import our files of these places only (itself included); a name without a slash is a file. */
const allowed: readonly (readonly [from: string, to: readonly string[]])[] = [
  ['src/math/', ['src/math/']],
  ['src/streams/', ['src/streams/']],
  ['src/kernels/', ['src/kernels/']],
  ['src/contracts/failure.ts', []],
  ['src/text/nearest.ts', []],
  ['src/feedback/', ['src/feedback/', 'src/math/']],
  ['src/losses/', ['src/losses/', 'src/math/']],
  ['src/user-code/', ['src/user-code/', 'src/runtime/errors/', 'src/contracts/failure.ts']],
  [
    'src/methods/rlanything/formulation/',
    [
      'src/methods/rlanything/formulation/',
      'src/feedback/',
      'src/losses/',
      'src/math/',
      'src/user-code/',
      'src/contracts/failure.ts',
      'src/text/nearest.ts',
    ],
  ],
  [
    'src/items/',
    ['src/items/', 'src/contracts/job.ts', 'src/runtime/errors/', 'src/config/', 'src/math/', 'src/contracts/failure.ts'],
  ],
  ['src/sandbox/', ['src/sandbox/', 'src/runtime/', 'src/contracts/failure.ts']],
  [
    'environments/',
    ['environments/', 'src/contracts/environment.ts', 'src/math/', 'src/contracts/job.ts', 'src/sandbox/monty/'],
  ],
  ['actors/', ['actors/', 'src/']],
  ['src/', ['src/']],
]

test('imports go only where the layout says', t => {
  const wrong = modules.flatMap(({ path, ours }) => {
    const rule = allowed.find(([from]) => path.startsWith(from))
    return rule === undefined
      ? []
      : ours.filter(to => !rule[1].some(place => to.startsWith(place))).map(to => `${path} → ${to}`)
  })
  none(t, wrong)
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
  [/^onnxruntime-|^@tensorflow\//, 'src/device/'],
  [/^@pydantic\/monty$|^pyodide(\/|$)/, 'src/sandbox/'],
  [/^commander$|^cli-progress$/, 'src/cli/'],
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
  t.deepEqual([...new Set(imported.map(packageOf))].sort(), Object.keys(manifest.dependencies).sort())
})

test('every entry of the package is made from a source', async t => {
  const { exports: entries, bin } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const targets: string[] = [...Object.values<{ default?: string }>(entries), ...Object.values<string>(bin)].flatMap(
    entry => (typeof entry === 'string' ? entry : (entry.default ?? [])),
  )
  const made = targets.filter(target => /dist\/.*\.js$/.test(target))
  t.is(made.length, 5)
  const places = files.map(path => path.replace(/\.ts$/, '.js'))
  for (const target of made) {
    const wanted = target.replace(/^(\.\/)?dist\//, '').split('*')
    t.true(
      places.some(place => wanted.every(part => place.includes(part))),
      target,
    )
  }
})

test('no import ring', t => {
  none(t, ringsOf(new Map(modules.map(({ path, values }) => [path, values]))))
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

test('no folder is named for what has no name', t => {
  none(
    t,
    files.filter(path => /(^|\/)(utils?|common|misc|helpers?|lib)(\/|\.ts$)/.test(path)),
  )
})

test('no rule is switched off in passing', t => {
  const wrong = sources
    .filter(({ path }) => path !== 'test/architecture.test.ts')
    .filter(({ text }) => /@ts-(ignore|nocheck)|(eslint|prettier)-(disable|ignore)/.test(text))
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

interface Imports {
  /** Our files, by their path from the root. */
  readonly ours: readonly string[]
  /** Those of them that are there at run time: types alone make no ring that runs. */
  readonly values: readonly string[]
  readonly packages: readonly string[]
}

function importsOf(path: string, text: string): Imports {
  const statements = [...text.matchAll(/^\s*(?:import|export)\b(\s+type\b)?([^'";]*?from\s*)?\s*['"]([^'"]+)['"]/gm)]
  const dynamic = [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)].map(match => match[1] ?? '')
  const found = statements.map(match => ({ type: match[1] !== undefined, name: match[3] ?? '' }))
  const resolve = (name: string) => relative(root, join(root, dirname(path), name)).replaceAll('\\', '/')
  const isOurs = (name: string) => name.startsWith('.')
  return {
    ours: [...found.map(({ name }) => name), ...dynamic].filter(isOurs).map(resolve),
    values: found.filter(({ name, type }) => !type && isOurs(name)).map(({ name }) => resolve(name)),
    packages: [...found.map(({ name }) => name), ...dynamic].filter(name => !isOurs(name)),
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

/** What is tried in the project: the commands, and every example as it is. */
import quorum from '../../examples/quorum.ts'
import { describeFormulation } from '../../src/laws/index.ts'
import { small } from './small.ts'

export interface Trial {
  readonly name: string
  readonly line: readonly [string, ...string[]]
  /** Exit code, 0. */
  readonly code?: number
  /** What it prints. */
  readonly says: RegExp
  /** Text of `trial.mjs` in the project, if the line runs that. */
  readonly module?: string
}

const rlanything = ['npx', 'rlanything'] as const

/** Laws that the examples of tests hold it to. */
const ofQuorum = describeFormulation(quorum).length

const train = (name: string, ...words: readonly string[]): Trial['line'] => [
  ...rlanything,
  ...['train', 'household', '--iterations', '1', '--name', name],
  ...[...small, ...words].flatMap(setting => ['--set', setting]),
]

/** Runs a module that is given as text. */
const script = (...lines: readonly string[]): Pick<Trial, 'line' | 'module'> => ({
  line: ['node', 'trial.mjs'],
  module: lines.join('\n'),
})

/** The laws of worlds on one of the examples. */
const laws = (world: string, options: string): Pick<Trial, 'line' | 'module'> =>
  script(
    `import world from './dist/${world}.js'`,
    "import { environmentLaws, runInMonty } from 'rlanything/testing'",
    `for (const { check } of environmentLaws(world(), ${options})) check()`,
    "console.log('all hold')",
  )

const sum = { question_id: 'sum', question: 'Print the sum.', test_input: ['1 2\n'], test_output: ['3'] }
const adds = { question_id: 'sum', program: 'print(sum([int(x) for x in input().split()]))' }

export const trials: readonly Trial[] = [
  { name: '--help', line: [...rlanything, '--help'], says: /Usage: rlanything/ },
  {
    name: 'doctor',
    line: [...rlanything, 'doctor', '--json', '--seconds', '0.01', '--limit', '20'],
    says: /"provider":"cpu","threads":1\},"trial":\{"outcome":"works"[^]*'npm install @tensorflow\/tfjs-node-gpu'/,
  },
  {
    name: 'tfjs',
    line: train('tfjs', 'engine.kind=tfjs'),
    code: 1,
    says: /npm install @tensorflow\/tfjs-core @tensorflow\/tfjs-backend-wasm/,
  },
  { name: 'train', line: train('plain'), says: /report: runs\/plain\/report\.html/ },
  {
    name: 'a recipe',
    line: [...rlanything, 'train', '--config', 'node_modules/rlanything/recipes/laptop.json', '--dry-run'],
    says: /Nothing has been started/,
  },
  { name: 'rescore', line: ['node', 'dist/rescore.js', 'runs/plain', '1'], says: /steps: \d+/ },
  {
    name: 'sequence-ratio',
    line: train('sequence', 'policy.objective.module=dist/sequence-ratio.js', 'policy.objective.options.clip=3e-4'),
    says: /report: runs\/sequence\/report\.html/,
  },
  { name: 'quorum', line: [...rlanything, 'check', 'examples/quorum.ts', '--runs', '50'], says: /hold/ },
  {
    name: 'product',
    line: [...rlanything, 'check', 'examples/product.ts', '--law', 'reward-range', 'vote-monotone'],
    code: 1,
    says: /1 hold, 1 broken/,
  },
  {
    name: 'quorum.node-test',
    line: ['node', '--test', 'dist/quorum.node-test.js'],
    says: new RegExp(`pass ${ofQuorum}\\n[^]*fail 0\\n`),
  },
  {
    name: 'quorum.vitest',
    line: ['npx', 'vitest', 'run', 'examples/quorum.vitest.test.ts'],
    says: new RegExp(`Tests\\s+${ofQuorum} passed \\(${ofQuorum}\\)`),
  },
  {
    name: 'count-words, word-count',
    ...script(
      `import { countWords } from './dist/count-words.js'`,
      `console.log(await countWords(['a grader of actions']))`,
    ),
    says: /\[ 3 \]/,
  },
  {
    name: 'post',
    ...laws('post', "{ refusal: 'Nothing happens.', layoutOf: ({ letter, goal }) => `${letter} to ${goal}` }"),
    says: /all hold/,
  },
  {
    name: 'formulas',
    ...laws('formulas', '{ refusal: null, layoutOf: ({ plus }) => String(plus), run: runInMonty }'),
    says: /all hold/,
  },
  {
    name: 'solved-items',
    ...script(
      `import { writeFile } from 'node:fs/promises'`,
      `import { solvedItems } from './dist/solved-items.js'`,
      `await writeFile('items.jsonl', '${JSON.stringify(JSON.stringify(sum)).slice(1, -1)}')`,
      `await writeFile('programs.jsonl', '${JSON.stringify(JSON.stringify(adds)).slice(1, -1)}')`,
      `console.log(await solvedItems({ items: 'items.jsonl', programs: 'programs.jsonl', sandbox: 'monty', threads: 1 }))`,
    ),
    says: /\[ 'sum' \]/,
  },
  {
    name: 'cart-pole',
    line: [
      ...rlanything,
      ...['bench', '--module', 'dist/cart-pole.js', '--models', 'mlp', '--threads', '1', '--worlds', '8'],
      ...['--seconds', '0.1', '--rounds', '1', '--set', 'environment.options.length=200', '--set', 'temperature=1'],
    ],
    says: /mlp/,
  },
  {
    name: 'balance',
    ...script(
      `import { rootKey } from 'rlanything'`,
      `import { createInThread } from 'rlanything/runtime'`,
      `import { filter, firstValueFrom } from 'rxjs'`,
      `import balance from './dist/balance.js'`,
      `const source = { module: new URL('./dist/cart-pole.js', 'file://' + process.cwd() + '/').href, options: {} }`,
      `const worlds = { name: 'worlds/0', module: new URL(import.meta.resolve('rlanything/actors/vector-worlds')),`,
      `  options: { source, worlds: 2, key: rootKey(1), temperature: 0 } }`,
      `const system = await createInThread({ actors: [{ name: 'gpu', actor: balance() }, worlds] })`,
      `system.send({ kind: 'run', to: 'worlds/0', from: 'trainer', network: '', outputs: 2 })`,
      `let steps = 0`,
      `for (let id = 0; steps < 100; id += 1) {`,
      `  const answer = firstValueFrom(system.inbox.pipe(filter(message => message.id === String(id))))`,
      `  system.send({ kind: 'count', to: 'worlds/0', from: 'trainer', id: String(id) })`,
      `  steps = (await answer).steps`,
      `}\nawait system.stop()`,
      `console.log('balanced')`,
    ),
    says: /balanced/,
  },
  { name: 'embed, majority-policy', line: ['node', 'dist/embed.js'], says: /5 drawn: \d+ of 64/ },
  { name: 'lab', line: ['node', 'dist/lab.js'], says: /won: 0\.\d+[^]*of 20 by going round/ },
]

/** Projects that `init` makes: examples of the package under names of their own, with settings and scripts. Each runs as it is. */

export interface Template {
  /** In a sentence, of --help and the project's README. */
  readonly about: string
  /** The example that gets the project's name; `null` if none does. */
  readonly subject: string | null
  /** Further examples of the package, and their names in `src`. */
  readonly sources: Readonly<Record<string, string>>
  readonly settings: object | null
  readonly scripts: Readonly<Record<string, string>>
  /** Commands in the order in which they are run after `npm install`, and what each does. */
  readonly steps: Readonly<Record<string, string>>
  /** What the files are, by names without `src/`. */
  readonly files: Readonly<Record<string, string>>
  readonly advice: string
  /** Pages of the package's documentation. */
  readonly pages: readonly string[]
}

export const templateNames = ['world', 'guess', 'formulation', 'loop', 'language-model', 'bench'] as const

export type TemplateName = (typeof templateNames)[number]

const starters = { policy: 'starters/policy', rewardModel: 'starters/reward-model' }
const quorum = {
  'quorum.ts': 'quorum.ts',
  'quorum-reward.ts': 'quorum-reward.ts',
  'quorum.node-test.ts': 'quorum.test.ts',
}
const ofQuorum = 'the formulation: the reward of a step, from the outcome and the votes of the reward model'
const ofSettings = (world: string) => `the settings of the run; all there are: \`npx rlanything config ${world}\``

const world = (name: string): Template => ({
  about: 'a world, a reward and their tests, which train as they are',
  subject: 'post',
  sources: { 'post.node-test.ts': `${name}.test.ts`, ...quorum },
  /* Half a minute of one core. */
  settings: {
    iterations: 20,
    environment: { name: `./dist/${name}.js` },
    tasks: { slots: 64 },
    feedback: { formulation: './dist/quorum.js' },
    starters,
  },
  scripts: {
    test: `tsc && node --test dist/${name}.test.js dist/quorum.test.js`,
    check: 'rlanything check src/quorum.ts',
    starters: 'tsc && rlanything warm-start --config run.json --out starters',
    train: 'tsc && rlanything train --config run.json',
  },
  steps: {
    'npm test': 'the laws of worlds and of formulations',
    'npm run starters': 'makes the models that a run starts from: one minute of one core',
    'npm run train': 'half a minute; then open the report that it names',
  },
  files: {
    [`${name}.ts`]: 'the world: tasks, steps, an expert that demonstrates and labels, edits of tasks',
    'quorum.ts, quorum-reward.ts': ofQuorum,
    '*.test.ts': 'their laws, each tried on many random cases',
    'run.json': ofSettings(`./dist/${name}.js`),
  },
  advice: `Change the world, then make starters again, in another folder or after removing this one: a world of other words needs models that know them.
A formulation can be changed at any time; \`npm run check\` names each law that it breaks, with the smallest numbers that show it.`,
  pages: ['writing-an-environment.md', 'formulations.md', 'the-loop.md'],
})

const guess = (name: string): Template => ({
  about: 'a world in 50 lines, learned from reward alone in seconds',
  subject: 'guess',
  sources: {},
  settings: {
    method: 'grpo',
    iterations: 40,
    environment: { name: `./dist/${name}.js` },
    policy: { learningRate: 0.01 },
    starters: { policy: starters.policy },
  },
  scripts: {
    check: `tsc && rlanything check dist/${name}.js`,
    starters: 'tsc && rlanything warm-start --config run.json --out starters',
    train: 'tsc && rlanything train --config run.json',
  },
  steps: {
    'npm run check': 'the laws of worlds',
    'npm run starters': 'makes a model of random weights',
    'npm run train': 'seconds; then open the report that it names',
  },
  files: {
    [`${name}.ts`]: 'the world: a number to be guessed',
    'run.json': ofSettings(`./dist/${name}.js`),
  },
  advice: 'After a change of its words, remove the starters and make new ones.',
  pages: ['writing-an-environment.md', 'methods/README.md'],
})

const formulation: Template = {
  about: 'a reward formulation and its property tests, in a world of the package',
  subject: null,
  sources: quorum,
  settings: { iterations: 20, environment: { name: 'household' }, feedback: { formulation: './dist/quorum.js' } },
  scripts: {
    test: 'tsc && node --test dist/quorum.test.js',
    check: 'rlanything check src/quorum.ts',
    train: 'tsc && rlanything train --config run.json',
  },
  steps: {
    'npm test': 'the laws of formulations',
    'npm run check': 'the same with the smallest example of each that is broken',
    'npm run train': '20 iterations of the household by it',
  },
  files: {
    'quorum.ts, quorum-reward.ts': ofQuorum,
    'quorum.test.ts': 'its laws, each tried on many random cases',
    'run.json': ofSettings('household'),
  },
  advice: 'Parts that it leaves out come from the configuration.',
  pages: ['formulations.md', 'writing-a-reward.md'],
}

const loop: Template = {
  about: 'a training loop of your own: GRPO in 40 lines',
  subject: null,
  sources: { 'grpo.ts': 'loop.ts' },
  settings: null,
  scripts: { start: 'tsc && node dist/loop.js' },
  steps: { 'npm start': 'a line each iteration, with the share of episodes that were won and the loss' },
  files: { 'loop.ts': 'the loop: groups of episodes, advantages, `forwardBackward`, `optimStep`' },
  advice: 'It gives the numbers of `rlanything train grids --method grpo`, until you change it.',
  pages: ['the-loop.md', 'coming-from.md'],
}

const languageModel: Template = {
  about: 'a language model on a server as the policy of a world',
  subject: null,
  sources: {},
  settings: {
    environment: { name: 'household' },
    engine: {
      kind: 'openai',
      openai: { url: 'http://127.0.0.1:8000', model: 'policy', api: 'chat', keyVariable: 'RLANYTHING_GATEWAY_KEY' },
    },
    evaluation: { tasks: 16 },
  },
  scripts: {
    serve: 'rlanything gateway --port 8000',
    eval: 'rlanything eval --config run.json',
  },
  steps: {
    'export RLANYTHING_GATEWAY_KEY=mine': 'in both terminals',
    'npm run serve': 'in a terminal of its own: a server with a model of the package',
    'npm run eval': 'that model plays 16 tasks of each split, at each temperature',
  },
  files: { 'run.json': ofSettings('household') },
  advice: 'For a server of yours change `url`, `model` and `keyVariable`.',
  pages: ['language-models.md', 'services.md', 'gateway.md'],
}

const bench = (name: string): Template => ({
  about: 'a world of vectors, and its steps a second',
  subject: 'cart-pole',
  sources: {},
  settings: null,
  scripts: {
    check: `tsc && rlanything check dist/${name}.js`,
    bench: `tsc && rlanything bench --module dist/${name}.js`,
  },
  steps: { 'npm run check': 'the laws of such worlds', 'npm run bench': 'without a policy, and with a network' },
  files: { [`${name}.ts`]: 'the world: rows of numbers, stepped together' },
  advice: 'Options go on the same line: `npm run bench -- --threads 1,2 --worlds 16,256`.',
  pages: ['throughput.md'],
})

/** @param name of the project's own subject. */
export const templates = (name: string): Readonly<Record<TemplateName, Template>> => ({
  world: world(name),
  guess: guess(name),
  formulation,
  loop,
  'language-model': languageModel,
  bench: bench(name),
})

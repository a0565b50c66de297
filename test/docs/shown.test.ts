/** Programs of pages that have no test of their own. What a page tells of a world's options and episodes is so. */
import { readFileSync, writeFileSync } from 'node:fs'
import test, { type ExecutionContext } from 'ava'
import { rlanythingConfig } from '../../src/methods/rlanything/settings.ts'
import { initialiseNetwork, openTrainableNetwork } from '../../src/engine.ts'
import { createSandbox } from '../../src/index.ts'
import { rootKey } from '../../src/index.ts'
import { parseRunConfig } from '../../src/index.ts'
import { parseWarmStartRecipe, type Environment, type World } from '../../src/index.ts'
import { coding } from '../../environments/coding/index.ts'
import { desk } from '../../environments/desk/index.ts'
import { grids } from '../../environments/grids/index.ts'
import { fromGame, toGame, toProblem } from '../../environments/household/index.ts'
import { household } from '../../environments/household/index.ts'
import { miniwob } from '../../environments/miniwob/index.ts'
import { openEnvWorld } from '../../environments/openenv/index.ts'
import { puzzles } from '../../environments/puzzles/index.ts'
import { teams } from '../../environments/teams/index.ts'
import { codeTeam } from '../../environments/teams/index.ts'
import { randomFrom } from '../../src/math/random.ts'
import { blocksOf, toldEpisode } from './guide.ts'
import preset from './shown-preset.ts'
import presets from './shown-presets.ts'

/** They make the same tasks, and tell them alike. */
function alike<Task, State>(t: ExecutionContext, one: Environment<Task, State>, other: Environment<Task, State>): void {
  for (let seed = 0; seed < 4; seed += 1) {
    const [task, same] = [one, other].map(world => world.generate('train', randomFrom(rootKey(seed))))
    t.deepEqual(task, same)
    if (task !== undefined) t.is(one.start(task).observation, other.start(task).observation)
  }
}

test('the coding world of its page is the default', t => {
  const world = coding({ clauses: [1, 4], length: [5, 8], k: [1, 5] }) // the default
  alike(t, world, coding())
})

test('the desk of its page is the default', t => {
  const world = desk({ depths: ['short', 'middle'], hint: 0, observe: 'changes', dialect: 'words' }) // the default
  alike(t, world, desk())
})

test('the grids of their page are the default', t => {
  const world = grids({ games: ['sokoban'], observe: 'places' }) // the default
  alike(t, world, grids())
})

test('the household of its page is the default', t => {
  const world = household({ receptacles: [4, 5], goals: ['place', 'clean', 'heat', 'cool'], steps: 12 }) // the default
  alike(t, world, household())
})

test('the puzzles of their page are the default', t => {
  const world = puzzles({ levels: [0, 2], length: 96 }) // the default: all families
  alike(t, world, puzzles())
})

test('the teams of their page are the default', t => {
  const world = teams({ games: ['plan-path'], turns: 4, parts: 3 }) // the default
  alike(t, world, teams())
})

test('the team of a tester and a coder is made as its page says', t => {
  const world = codeTeam({ turns: 2, coding: { clauses: [2, 3] } })
  t.deepEqual(world.turns?.agents.length, 2)
})

test('a world on a server is made before the server is asked', t => {
  const world = openEnvWorld({ url: 'http://127.0.0.1:8000', reset: { level: 3 }, steps: 30 })
  t.is(world.name, 'openenv')
})

test('the episode of the page of grids is what the world says', async t => {
  const world = grids()
  const board = ['######', '#____#', '#P_X_#', '####O#', '######', '######']
  const begun = world.start(world.parseTask({ game: 'sokoban', board, limit: 15 }))
  const [told = ''] = await blocksOf('environments/grids/README.md', '')
  const { opening, steps } = toldEpisode(told)
  t.is(begun.observation, opening)
  let { state } = begun
  for (const [action, observation] of steps) {
    const next = world.step(state, action)
    t.is(next.observation, observation)
    state = next.state
  }
})

test('the episode of the page of teams is what the world says', async t => {
  const world = teams()
  const board = ['_#_G_', 'P____', '__#__', '_____', '_____']
  const begun = world.start(world.parseTask({ game: 'plan-path', board, turns: 4, parts: 3 }))
  const [told = ''] = await blocksOf('environments/teams/README.md', '')
  const lines = told
    .trim()
    .split('\n')
    .map(line => /^(\w+) (reads|writes) +(.*)$/.exec(line) ?? [])
  let { state, observation } = begun
  for (const [, agent, does, text = ''] of lines) {
    t.is(agent ?? '', world.turns?.next(state) ?? '')
    if (does === 'reads') t.is(observation, text)
    else ({ state, observation } = world.step(state, text))
  }
})

test('the network of the page of engines is trained', async t => {
  const count = 3
  const rows = Float32Array.from({ length: count * 4 }, (_, index) => index / 10)
  const outputGradients = new Float32Array(count).fill(1 / count)
  const state = initialiseNetwork({ inputs: 4, hidden: [64], outputs: 1 }, rootKey(7))
  const critic = await openTrainableNetwork({ name: 'critic', state, engine: { engine: 'onnx', threads: 1 } })
  const values = await critic.forward(rows, count) // rows [count × 4] → [count × 1]
  await critic.backward(rows, outputGradients, count) // adds to the weights' gradient
  const byRows = await critic.rowGradients(rows, outputGradients, count) // ∂loss/∂row
  await critic.optimStep({ learningRate: 1e-3, clipNorm: 1, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0 })
  t.deepEqual([values.length, byRows.length], [count, count * 4])
  t.notDeepEqual(await critic.forward(rows, count), values)
  await critic.close()
})

test('the sandbox of its page says what the page says', async t => {
  const sandbox = createSandbox({ threads: 2 })
  const results = await sandbox.run({
    sandbox: 'monty',
    program: 'print(sum(int(word) for word in input().split()))',
    entry: { kind: 'stdio' },
    comparison: 'folded',
    tests: [{ input: '1 2 3', output: '6' }],
    limits: { timeMs: 1000, memoryMb: 64, outputBytes: 10_000 },
  })
  /* [{ outcome: 'passed', output: '6\n', stderr: '' }] */
  await sandbox.close()
  t.deepEqual(results, [{ outcome: 'passed', output: '6\n', stderr: '' }])
})

test('parts of worlds that a page shows by themselves do as it says', async t => {
  const guided: Pick<World<{ readonly door: string }>, 'open'> = {
    open: ({ door }) => ({
      observation: `The door is ${door}.`,
      agent: 'guide',
      act: word => ({ observation: `Your guide says ${word}.`, agent: 'walker', won: false, score: 0, label: null }),
      close: () => Promise.resolve(),
    }),
  }
  const { signal } = new AbortController()
  const run = () => Promise.reject(new Error('no program is run in this world'))
  const episode = await guided.open({ door: 'red' }, { key: rootKey(1), signal, run })
  t.is((await episode.act('red')).observation, 'Your guide says red.')

  const team: Pick<Environment<null, { readonly proposal: string | null }>, 'turns'> = {
    turns: { agents: ['tool', 'plan'], next: ({ proposal }) => (proposal === null ? 'tool' : 'plan') },
  }
  t.is(team.turns?.next({ proposal: 'right' }), 'plan')

  const form: Pick<Environment<null, { readonly name: string }>, 'screen'> = {
    screen: ({ name }, action) => ({
      tree: `RootWebArea 'Form'\n\t[2] textbox 'Name' value='${name}'\n\t[3] button 'Send'`,
      calls: action,
    }),
  }
  t.regex(form.screen?.({ name: 'Ann' }, '')?.tree ?? '', /value='Ann'/)
})

test('the presets of the guide are parts of configurations and recipes', t => {
  t.is(rlanythingConfig(parseRunConfig(preset.config)).rewardModel.votes, 2)
  t.is(parseWarmStartRecipe(preset.recipe).policy.batches, 300)
  t.is(parseRunConfig(presets.config).iterations, 60)
  t.is(parseRunConfig(presets.presets.long.config).evaluation.every, 20)
})

/** Compiled alone: they train for minutes, need files of others, or pages that are the user's to bring. */
const compiled = {
  convert: () => {
    const [domain, grammar] = ['', '']
    const task = fromGame(readFileSync('game.tw-pddl', 'utf8'), 40) // real games, played here
    writeFileSync('initial_state.pddl', toProblem(task)) // rooms of ours, for the original
    writeFileSync('game.tw-pddl', toGame(task, { domain, grammar })) // with alfred.pddl and alfred.twl2 of its package, for TextWorld
  },
  browse: () => {
    const world = miniwob({ folder: 'miniwob-pages', tasks: ['click-button', 'login-user'] })
    return world
  },
}

test('the others compile', t => {
  t.is(Object.keys(compiled).length, 2)
})

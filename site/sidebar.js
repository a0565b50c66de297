/** The order in which a new reader meets the pages, by their place in the repository. `build/check.js` misses none. */
export const sidebar = [
  {
    title: 'Start',
    pages: [
      ['Overview', 'README.md'],
      ['Commands', 'docs/commands.md'],
      ['The training loop', 'docs/the-loop.md'],
      ['Metrics and files', 'docs/metrics.md'],
      ['Glossary', 'docs/notation.md'],
    ],
  },
  {
    title: 'Write your own',
    pages: [
      ['A world', 'docs/writing-an-environment.md'],
      ['A reward', 'docs/writing-a-reward.md'],
      ['A formulation', 'docs/formulations.md'],
      ['An objective', 'docs/writing-an-objective.md'],
      ['A method', 'docs/writing-a-method.md'],
      ['An actor', 'docs/writing-an-actor.md'],
      ['Examples', 'examples/README.md'],
    ],
  },
  {
    title: 'Run experiments',
    pages: [
      ['Recipes', 'recipes/README.md'],
      ['Experiments', 'docs/experiments.md'],
      ['Checkpoints', 'docs/checkpoints.md'],
      ['Programs and items', 'docs/items.md'],
    ],
  },
  {
    title: 'Watch and export',
    pages: [
      ['Watching runs', 'docs/watch.md'],
      ['Exports', 'docs/exports.md'],
    ],
  },
  {
    title: 'Connect',
    pages: [
      ['OpenEnv', 'docs/openenv.md'],
      ['Services', 'docs/services.md'],
      ['Language models', 'docs/language-models.md'],
    ],
  },
  {
    title: 'Scale',
    pages: [
      ['From a laptop to many GPUs', 'docs/scaling.md'],
      ['Engines', 'docs/engines.md'],
      ['Throughput', 'docs/throughput.md'],
      ['Beside other programs', 'docs/benchmarks.md'],
    ],
  },
  {
    title: 'Worlds',
    pages: [
      ['All', 'environments/README.md'],
      ['Household', 'environments/household/README.md'],
      ['Coding', 'docs/coding.md'],
      ['Coding: options', 'environments/coding/README.md'],
      ['Problems', 'environments/problems/README.md'],
      ['Desk', 'environments/desk/README.md'],
      ['Puzzles', 'environments/puzzles/README.md'],
      ['Grids', 'environments/grids/README.md'],
      ['Teams', 'environments/teams/README.md'],
      ['MiniWoB++', 'environments/miniwob/README.md'],
      ['OpenEnv', 'environments/openenv/README.md'],
    ],
  },
  {
    title: 'Methods',
    pages: [
      ['All methods', 'docs/methods/README.md'],
      ['RLAnything', 'src/methods/rlanything/README.md'],
      ['AT-GRPO', 'docs/methods/at-grpo.md'],
      ['iStar', 'docs/methods/istar.md'],
      ['RAGEN', 'docs/methods/ragen.md'],
      ['RLoop', 'docs/methods/rloop.md'],
      ['RLVE', 'docs/methods/rlve.md'],
      ['SPARK', 'docs/methods/spark.md'],
    ],
  },
  { title: 'Findings', folder: 'docs/findings/', first: 'README.md' },
  {
    title: 'Results and benchmarks',
    pages: [['Results', 'docs/results.md']],
    folder: 'benches/results/',
  },
  {
    title: 'Reference',
    pages: [
      ['Settings', 'docs/settings.md'],
      ['Measures', 'docs/measures.md'],
      ['Laws', 'docs/laws.md'],
      ['Modules', '/api/'],
      ['Architecture', 'docs/architecture.md'],
      ['A tour of one token', 'docs/tour.md'],
      ['Actors and messages', 'actors/README.md'],
      ['The runtime', 'docs/runtime.md'],
      ['The sandbox', 'docs/sandbox.md'],
    ],
  },
  {
    title: 'Development',
    pages: [
      ['Contributing', 'CONTRIBUTING.md'],
      ['Chaos tests', 'docs/chaos.md'],
      ['Mutation tests', 'docs/mutation.md'],
      ['Decisions', 'docs/decisions/README.md'],
      ['Changes', 'CHANGELOG.md'],
    ],
  },
]

/** The pages of these have a list of their own, or it would be repeated in every page of the site. */
export const apart = [{ title: 'Decisions', folder: 'docs/decisions/', first: 'README.md' }]

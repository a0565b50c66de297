/** docs/measures.md, as it is made from the measures. */
import { wantedOf, type Measure } from '../../src/contracts/measure.ts'
import { shippedMethods } from '../../src/methods/registry/registry.ts'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { sharedMeasures, trainingMeasuresOf } from '../../src/run/measures/describe.ts'
import { loadWorld } from '../../src/rollout/load-world.ts'
import { environmentSource } from '../../src/config/environment-source.ts'

/** A world for each method; of one whose reward model may write two things, one for each. */
const places: readonly (readonly [method: string, world: string, title: string])[] = [
  ['rlanything', 'household', '`rlanything`, where the reward model votes on steps'],
  ['rlanything', 'coding', '`rlanything`, where the reward model writes unit tests'],
  ['rlve', 'puzzles', '`rlve`, with the families of `puzzles`'],
  ['rloop', 'grids', '`rloop`'],
  ['at-grpo', 'teams', '`at-grpo`, with the agents of `teams`'],
  ['ragen', 'grids', '`ragen`'],
  ['istar', 'grids', '`istar`'],
  ['spark', 'grids', '`spark`'],
  ['pa-rl', 'maze', '`pa-rl`'],
  ['vlm-rl', 'road', '`vlm-rl`'],
]

export async function measuresPage(): Promise<string> {
  const methods = await Promise.all(
    places.map(async ([method, world, title]) => [`## ${title}`, tableOf(await measuresIn(method, world))]),
  )
  return [
    intro,
    '## Every run',
    tableOf(sharedMeasures),
    '## Every model that is trained',
    'By the name of the model: `policy`, and e.g. `reward-model` or `critic`. Of a model that a method trains by itself there may be fewer.',
    tableOf(trainingMeasuresOf('MODEL')),
    ...methods.flat(),
  ].join('\n\n')
}

const intro = `# Measures

Every quantity of a run by the id that names it: in \`metrics.jsonl\`, in plans of experiments and \`compare --measure\`, on the page of \`watch\` and in
exports. This page is made from what the methods say of their measures: \`npm run docs:settings\`. By the same words values are checked, drawn and
compared; a run keeps those of its method in \`config.json\`. Beside these there are \`success SPLIT TEMPERATURE\`, the share of held-out tasks that were
won, e.g. \`success unseen 0.8\`, and \`time.\` with what was timed, milliseconds.

*Of*: an iteration; an evaluation, on fixed tasks; or counted since the run began. *Chart*: the figure of the report that measures share.
[How the numbers come about](metrics.md).`

async function measuresIn(method: string, world: string): Promise<readonly Measure[]> {
  const config = parseRunConfig({ method, environment: { name: world } })
  const { measures = () => [] } = shippedMethods.find(({ name }) => name === method) ?? {}
  return measures(config, await loadWorld(environmentSource(config.environment)))
}

function tableOf(measures: readonly Measure[]): string {
  const rows = measures.map(({ id, title, about, unit, of, chart, ...rest }) => {
    const range = (wantedOf({ id, title, about, ...rest }, NaN) ?? '')
      .replace(' or null', '')
      .replaceAll('Infinity', '∞')
    return [
      `\`${id}\``,
      title,
      rest.isDerived === true ? `${about} Drawn, and in no line.` : about,
      unit ?? '',
      range.replace('-∞', '−∞'),
      of ?? 'iteration',
      chart ?? '',
    ]
  })
  const head = ['id', 'title', 'means', 'unit', 'values', 'of', 'chart']
  return [head, head.map(() => '---'), ...rows]
    .map(cells => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
}

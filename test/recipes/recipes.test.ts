/** The recipes: each is taken by the schema, and forecast. */
import { readdirSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { loadRunConfig } from '../../src/methods/registry/run-config.ts'
import { rlanythingConfig, type RlanythingConfig } from '../../src/methods/rlanything/settings.ts'
import { forecastRun } from '../../src/dry-run/dry-run.ts'
import { chatJson, chatTokenizer, templateOf } from '../fixtures/chat.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const recipes = readdirSync('recipes').filter(name => name.endsWith('.json'))
const read = async (name: string): Promise<RlanythingConfig> =>
  rlanythingConfig(await loadRunConfig(JSON.parse(await readFile(join('recipes', name), 'utf8'))))

/** The files that stand here for a model of a service: its shape, a tokenizer and a chat template. */
async function standIn(t: ExecutionContext): Promise<string> {
  const folder = join(await temporaryFolder(t), 'model')
  await mkdir(folder)
  const { source, tokens } = templateOf('chatml')
  const config = {
    ...{ model_type: 'qwen3', vocab_size: chatTokenizer.size, hidden_size: 64, intermediate_size: 128 },
    ...{ num_hidden_layers: 2, num_attention_heads: 4, num_key_value_heads: 2, head_dim: 16 },
    ...{ max_position_embeddings: 40_960, rms_norm_eps: 1e-6, rope_theta: 1e6, tie_word_embeddings: true },
    eos_token_id: chatTokenizer.id('<|im_end|>'),
  }
  await writeFile(join(folder, 'config.json'), JSON.stringify(config))
  await writeFile(join(folder, 'tokenizer.json'), chatJson)
  await writeFile(join(folder, 'tokenizer_config.json'), JSON.stringify(tokens))
  await writeFile(join(folder, 'chat_template.jinja'), source)
  return folder
}

test('there are the recipes that the page names, and no others', async t => {
  const page = await readFile('recipes/README.md', 'utf8')
  const named = [...page.matchAll(/\]\(([\w-]+\.json)\)/g)].map(([, name]) => name)
  t.deepEqual(named.toSorted(), recipes.toSorted())
  const files = JSON.parse(await readFile('package.json', 'utf8')) as { files: readonly string[] }
  t.true(files.files.includes('recipes'))
})

for (const name of recipes) {
  test(`${name} is a configuration, and can be forecast`, async t => {
    const config = await read(name)
    const { policy, rewardModel } = config.starters
    const folder = policy === null ? null : await standIn(t)
    t.is(policy === null, rewardModel === null)
    const starters = { policy: folder, rewardModel: folder }
    const forecast = await forecastRun({ config: { ...config, starters } })
    t.is(forecast.iterations, config.iterations)
    t.deepEqual(
      forecast.models.map(({ model, place }) => [model, place]),
      placesOf(config),
    )
    t.true(forecast.models.every(({ iteration }) => iteration.samples.about > 0))
    t.true(Object.values(forecast.trial.tooLong).every(count => count === 0))
  })
}

function placesOf({ engine, rewardModel, adaptation }: RlanythingConfig): readonly (readonly [string, string])[] {
  const own = engine.kind === 'tinker' ? 'service' : 'here'
  return [
    ['policy', own],
    ['reward-model', rewardModel.service === null ? own : 'server'],
    ...(adaptation.service === null ? [] : [['adapter', 'server'] as const]),
  ]
}

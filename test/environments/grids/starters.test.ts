/** The shipped starters and the preset belong to the world as it is. */
import test from 'ava'
import { rlanythingConfig } from '../../../src/methods/rlanything/settings.ts'
import { reasons } from '../../../environments/grids/play/expert.ts'
import { grids } from '../../../environments/grids/index.ts'
import { loadRunConfig } from '../../../src/methods/registry/run-config.ts'
import { loadTokenizer } from '../../../src/model/tokenizer/load-tokenizer.ts'
import { buildTokenizerJson } from '../../../src/model/tokenizer/tokenizer-json.ts'
import { startersHaveWords } from '../shipped-words.ts'

startersHaveWords('grids', grids().language)

test('no action and no reason is cut off by the preset of the grids', async t => {
  const config = rlanythingConfig(await loadRunConfig({ environment: { name: 'grids' } }))
  const tokenizer = loadTokenizer(buildTokenizerJson(grids().language))
  const lengthOf = (text: string): number => tokenizer.encode(text).length + 1
  for (const reason of Object.values(reasons)) t.true(lengthOf(reason) < config.rewardModel.maxTokens)
  for (const action of ['left', 'Librarian']) t.true(lengthOf(action) <= config.policy.maxTokens)
})

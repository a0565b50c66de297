/** The shipped starters and the preset belong to the world as it is. */
import test from 'ava'
import { rlanythingConfig } from '../../../src/methods/rlanything/settings.ts'
import { coding } from '../../../environments/coding/index.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import { loadTokenizer } from '../../../src/model/tokenizer/load-tokenizer.ts'
import { buildTokenizerJson } from '../../../src/model/tokenizer/tokenizer-json.ts'
import { loadRunConfig } from '../../../src/methods/registry/run-config.ts'
import { present } from '../../fixtures/present.ts'
import { startersHaveWords } from '../shipped-words.ts'

const config = rlanythingConfig(await loadRunConfig({ environment: { name: 'coding' } }))
const world = coding(config.environment.options)

startersHaveWords('coding', world.language)

test('the longest program and the longest test of the preset are not cut off', t => {
  const tokenizer = loadTokenizer(buildTokenizerJson(world.language))
  const lengthOf = (text: string): number => tokenizer.encode(text).length + 1
  for (let seed = 0; seed < 200; seed += 1) {
    const random = randomFrom(derive(rootKey(seed), 'longest'))
    const task = world.generate('train', random)
    t.true(lengthOf(present(world.expert(world.start(task).state))) <= config.policy.maxTokens)
    t.true(lengthOf(present(world.unitTesting).exampleTest(task, random)) <= config.rewardModel.maxTokens)
  }
})

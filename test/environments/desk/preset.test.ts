/** The shipped starters and the preset belong to the world as it is. */
import test from 'ava'
import { rlanythingConfig } from '../../../src/methods/rlanything/settings.ts'
import { desk } from '../../../environments/desk/index.ts'
import { deskReasons } from '../../../environments/desk/expert/label.ts'
import { loadRunConfig } from '../../../src/methods/registry/run-config.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import { loadTokenizer } from '../../../src/model/tokenizer/load-tokenizer.ts'
import { buildTokenizerJson } from '../../../src/model/tokenizer/tokenizer-json.ts'
import { startersHaveWords } from '../shipped-words.ts'

startersHaveWords('desk', desk().language)

test('no action of the expert and no reason is cut off by the preset of the desk', async t => {
  const config = rlanythingConfig(await loadRunConfig({ environment: { name: 'desk' } }))
  const world = desk(config.environment.options)
  const tokenizer = loadTokenizer(buildTokenizerJson(world.language))
  const lengthOf = (text: string): number => tokenizer.encode(text).length + 1
  for (const reason of Object.values(deskReasons)) t.true(lengthOf(reason) < config.rewardModel.maxTokens)
  for (let seed = 0; seed < 15; seed += 1) {
    let { state } = world.start(world.generate('train', randomFrom(derive(rootKey(seed), 'longest'))))
    for (let won = false; !won;) {
      const action = world.expert(state) ?? ''
      t.true(lengthOf(action) <= config.policy.maxTokens, action)
      ;({ state, won } = world.step(state, action))
    }
  }
})

/** The shipped starters and the preset belong to the world as it is. */
import test from 'ava'
import { rlanythingConfig } from '../../../src/methods/rlanything/settings.ts'
import { codeTeam, teams } from '../../../environments/teams/index.ts'
import { teamReasons } from '../../../environments/teams/play/expert.ts'
import { loadRunConfig } from '../../../src/methods/registry/run-config.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import { loadTokenizer } from '../../../src/model/tokenizer/load-tokenizer.ts'
import { buildTokenizerJson } from '../../../src/model/tokenizer/tokenizer-json.ts'
import { hasWords, startersHaveWords } from '../shipped-words.ts'

startersHaveWords('teams', teams().language)

test('no list and no reason is cut off by the preset of the teams', async t => {
  const config = rlanythingConfig(await loadRunConfig({ environment: { name: 'teams' } }))
  const tokenizer = loadTokenizer(buildTokenizerJson(teams().language))
  const lengthOf = (text: string): number => tokenizer.encode(text).length + 1
  for (const reason of Object.values(teamReasons)) t.true(lengthOf(reason) < config.rewardModel.maxTokens)
  for (const action of ['left left left', 'a1 1 b2 3 c4 2']) t.true(lengthOf(action) <= config.policy.maxTokens)
  t.is(config.method, 'at-grpo')
})

test('the shipped policy of code reads and writes its words, and nothing that its expert writes is cut off', async t => {
  const config = await loadRunConfig({ environment: { name: 'teams' } }, 'code')
  const world = codeTeam(config.environment.options)
  await hasWords(t, config.starters.policy ?? '', world.language)
  const tokenizer = loadTokenizer(buildTokenizerJson(world.language))
  for (let seed = 0; seed < 60; seed += 1) {
    const { state } = world.start(world.generate('train', randomFrom(derive(rootKey(seed), 'longest'))))
    for (const each of [state, { ...state, isTested: true }])
      t.true(tokenizer.encode(world.expert(each) ?? '').length + 1 <= config.policy.maxTokens)
  }
})

/** A find of the attacker as a test, and the test's own question. */
import { environmentSource } from '../../config/environment-source.ts'
import { derive, rootKey } from '../../math/random.ts'
import { loadRunConfig } from '../../methods/registry/run-config.ts'
import { loadWorld } from '../../rollout/load-world.ts'
import {
  expertly,
  formulasOf,
  holeIn,
  payIn,
  referencesOf,
  type AttackOptions,
  type Hole,
  type HoleKind,
} from './attack.ts'
import { playing } from './players.ts'

/** All by which a find can be played again; plain data. */
export interface AttackRecord extends Pick<AttackOptions, 'formulation' | 'rewardModel' | 'seed'> {
  /** As a configuration has them: the world and its options, and the reward's settings. */
  readonly settings: object
  readonly by: Hole['by']
  readonly task: unknown
  readonly actions: readonly string[]
}

/** The hole that the episode still is; `null` once it is mended. @throws {RangeError} if it cannot be played as it was. */
export async function attackAgain(record: AttackRecord): Promise<HoleKind | null> {
  const { settings, formulation, rewardModel, seed, by, actions } = record
  const config = await loadRunConfig(settings)
  const world = await loadWorld(environmentSource(config.environment))
  const task = world.parseTask(record.task)
  return playing({ config, rewardModel, seed }, { world, task }, async play => {
    const expert = expertly(world, task, derive(rootKey(seed), 'attack'))
    const references = await referencesOf(play, expert, world.name)
    const formulas = await formulasOf({ config, formulation })
    const [again] = await play([{ kind: by === 'fork' ? 'searched' : by, actions }])
    if (again === undefined) return null
    return holeIn(again, payIn(again, { formulas, references, voted: rewardModel !== null }))
  })
}

/** A test for `node --test`, one for each hole; it fails until they are mended. Those of forks are none of one episode. */
export function attackTest(
  holes: readonly Hole[],
  { config, formulation, rewardModel, seed }: Omit<AttackOptions, 'budget'>,
): string {
  const { name, options } = config.environment
  const kept = ['method', 'feedback', ...(rewardModel === null ? [] : ['rewardModel'])]
  const own = Object.entries(config).filter(([key]) => kept.includes(key))
  const settings = { ...Object.fromEntries(own), environment: { name, options } }
  const tests = holes
    .filter(({ kind }) => kind !== 'fork')
    .map(({ kind, by, task, actions }) => {
      const record: AttackRecord = { settings, formulation, rewardModel, seed, by, task, actions }
      return [
        `test(${JSON.stringify(`${name}: no ${kind} without success, by ${by}`)}, async () => {`,
        `  assert.equal(await attackAgain(${JSON.stringify(record, null, 2).replaceAll('\n', '\n  ')}), null)`,
        '})',
      ].join('\n')
    })
  return [
    "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { attackAgain } from 'rlanything/testing'",
    ...tests,
    '',
  ].join('\n\n')
}

/** The shapes that docs/architecture.md promises: a part that is renamed, removed or newly required does not compile here. */
import { readFile } from 'node:fs/promises'
import test from 'ava'
import type { Environment, Formulation, LabOptions, OpenLab, World } from '../src/index.ts'

type Needed<T> = { [Key in keyof T]-?: undefined extends T[Key] ? never : Key }[keyof T]
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

const needed: {
  readonly world: Same<Needed<World>, 'name' | 'deterministic' | 'parseTask' | 'describe' | 'stepLimit' | 'open'>
  readonly openLab: Same<Needed<LabOptions>, 'world'>
  readonly formulation: Same<Needed<Formulation>, 'name'>
} = { world: true, openLab: true, formulation: true }

type Functions = 'generate' | 'start' | 'step' | 'admissible' | 'expert' | 'label' | 'editNames' | 'edit' | 'valid'
const kept: {
  readonly environment: Functions extends Needed<Environment<unknown, unknown>> ? true : false
  readonly formulation: 'stepReward' | 'advantages' | 'claims' extends keyof Formulation ? true : false
  readonly openLab: 'play' | 'groups' | 'examples' | 'model' | 'close' extends keyof OpenLab ? true : false
  readonly options: 'seed' | 'preset' | 'settings' | 'formulation' extends keyof LabOptions ? true : false
} = { environment: true, formulation: true, openLab: true, options: true }

test('each interface whose shape is held is on the page with its version', async t => {
  const page = await readFile('docs/architecture.md', 'utf8')
  for (const name of ['World', 'Environment', 'Formulation', 'openLab']) t.regex(page, new RegExp(`\`${name}\`.*\\| 1`))
  t.true([...Object.values(needed), ...Object.values(kept)].every(Boolean))
})

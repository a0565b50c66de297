/** Laws in a realm of their own: of formulations, and of worlds, one of programs among them. */
import { test } from 'vitest'
import formulas from '../../examples/formulas.ts'
import post from '../../examples/post.ts'
import { describeFormulation, environmentLaws, runInMonty } from '../../src/laws/index.ts'

const worlds = [
  environmentLaws(post(), { refusal: 'Nothing happens.', layoutOf: ({ letter, goal }) => `${letter} to ${goal}` }),
  environmentLaws(formulas(), { refusal: null, layoutOf: ({ plus }) => String(plus), run: runInMonty }),
]

for (const { name, check } of [...describeFormulation({ name: 'the defaults' }, { runs: 20 }), ...worlds.flat()])
  test(name, check)

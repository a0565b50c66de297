import test from 'ava'
import { environmentLaws } from '../../src/laws/index.ts'
import post from '../../examples/post.ts'

const laws = environmentLaws(post(), {
  refusal: 'Nothing happens.',
  layoutOf: ({ letter, goal }) => `${letter} to ${goal}`,
})
for (const { name, check } of laws) test(name, t => t.notThrows(check))

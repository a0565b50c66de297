/** What the guides name and tell is there. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import test from 'ava'
import post from '../../examples/post.ts'
import { pages } from './blocks.ts'
import { blocksOf, toldEpisode } from './guide.ts'

test('the files that the guides name are there', async t => {
  const named = /`((?:src|actors|examples|environments|test|docs)\/[\w/.-]+\.(?:ts|md))`/g
  const texts = await Promise.all(pages.map(page => readFile(page, 'utf8')))
  const paths = texts.flatMap(text => [...text.matchAll(named)].map(match => match[1]!))
  t.deepEqual(
    paths.filter(path => !existsSync(path)),
    [],
  )
})

test('the episode that the guide tells is what the world says', async t => {
  const world = post()
  const [, told = ''] = await blocksOf('docs/writing-an-environment.md', '')
  const { opening, steps } = toldEpisode(told)
  const [start, letter, goal] = [4, 5, 2]
  const begun = world.start({ start, letter, goal, limit: 9 })
  t.is(begun.observation, opening)
  let { state } = begun
  for (const [action, observation] of steps) {
    const next = world.step(state, action)
    t.is(next.observation, observation)
    state = next.state
  }
})

/** What the guides name and tell is there. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import test from 'ava'
import post from '../../examples/post.ts'
import { pages } from './blocks.ts'
import { blocksOf } from './guide.ts'

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
  const [opening = '', ...lines] = told.trim().split('\n')
  const [start, letter, goal] = [4, 5, 2]
  const begun = world.start({ start, letter, goal, limit: 9 })
  t.is(begun.observation, opening)
  let { state } = begun
  while (lines.length > 0) {
    const next = world.step(state, (lines.shift() ?? '').replace('> ', ''))
    t.is(next.observation, lines.shift() ?? '')
    state = next.state
  }
})

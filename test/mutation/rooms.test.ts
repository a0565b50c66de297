import { existsSync } from 'node:fs'
import test from 'ava'
import { equivalents } from './equivalents.ts'
import { rooms, sourcesOf, testsOf } from './rooms.ts'

for (const [name, room] of Object.entries(rooms)) {
  test(`the sources and tests of the room ${name} are there`, t => {
    const files = [...sourcesOf(room), ...testsOf(room)]
    t.true(files.length >= 2)
    t.deepEqual(
      files.filter(file => !existsSync(file)),
      [],
    )
  })
}

test('what is named as equivalent is in a room', t => {
  const sources = Object.values(rooms).flatMap(sourcesOf)
  t.deepEqual(
    equivalents.map(({ file }) => file).filter(file => !sources.includes(file)),
    [],
  )
})

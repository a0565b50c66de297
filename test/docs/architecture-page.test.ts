/** docs/architecture.md has a row for every room, and a place for it in the picture of layers. */
import { readdir, readFile } from 'node:fs/promises'
import test from 'ava'
import { blocksOf } from './guide.ts'

const page = 'docs/architecture.md'

test('every room of src is in the table and in the picture', async t => {
  const entries = await readdir('src', { withFileTypes: true })
  const rooms = entries.filter(entry => entry.isDirectory()).map(({ name }) => name)
  const text = await readFile(page, 'utf8')
  const rows = [...text.matchAll(/^\| `([\w-]+)` +\|/gm)].map(match => match[1] ?? '')
  t.deepEqual(
    rooms.filter(room => !rows.includes(room)),
    [],
  )
  const [picture = ''] = await blocksOf(page, '')
  const shown = picture.split(/\s+/)
  t.deepEqual(
    rooms.filter(room => !shown.includes(room)),
    [],
  )
})

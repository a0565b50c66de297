import { mkdir, rename, rmdir, symlink, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { journalPath } from '../../src/gateway/journal.ts'
import { JournalReader } from '../../src/watch/folder/journal-reader.ts'
import { linesUpTo } from '../../src/watch/folder/line-slices.ts'
import { WatchedFolder } from '../../src/watch/folder/watched-folder.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { writeFixtureRun } from '../run/report-fixture.ts'

test('metrics that cannot be read are told of once, and no more once they can be', async t => {
  const directory = join(await temporaryFolder(t), 'run')
  await writeFixtureRun(directory)
  const [metrics, aside] = [join(directory, 'metrics.jsonl'), join(directory, 'aside')]
  await rename(metrics, aside)
  await mkdir(metrics)
  const run = new WatchedFolder(directory)
  await run.refreshRecord()
  const look = () => run.refreshSeries({ mayGoOn: () => true, onRead: () => {}, quiet: () => Promise.resolve() })
  t.deepEqual([await look(), await look()], [true, false])
  t.regex(run.fault ?? '', /EISDIR/)
  await rmdir(metrics)
  await rename(aside, metrics)
  t.true(await look())
  t.is(run.fault, null)
  t.is(run.reader.series.lastIteration, 60)
  t.false(await look())
})

test('of a long file that was only sampled the lines up to an iteration are had, and none after it', async t => {
  const directory = await temporaryFolder(t)
  const lines = Array.from({ length: 3000 }, (_, index) => `{"iteration":${index + 1},"filler":"${'x'.repeat(400)}"}\n`)
  await writeFile(join(directory, 'metrics.jsonl'), lines.join(''))
  const run = new WatchedFolder(directory)
  await run.reader.look()
  t.true(run.reader.series.rows < 100)
  for (const upTo of [3, 1500, 2999, null])
    t.deepEqual(
      (await linesUpTo(run, upTo, 3)).map(({ iteration }) => iteration),
      [2, 1, 0].map(before => (upTo ?? 3000) - before),
    )
})

test('a journal that cannot be read is told of once, and followed on once it can be; one that is none is not', async t => {
  const directory = await temporaryFolder(t)
  const [journal, aside] = [journalPath(directory), join(directory, 'aside')]
  await writeFile(journal, '')
  const reader = new JournalReader(directory)
  t.true(await reader.advance())
  await rename(journal, aside)
  await symlink(journal, journal)
  t.deepEqual([await reader.advance(), await reader.advance()], [true, false])
  t.regex(reader.fault ?? '', /ELOOP/)
  await unlink(journal)
  await rename(aside, journal)
  t.true(await reader.advance())
  t.is(reader.fault, null)
  await writeFile(journal, 'none\n', { flag: 'a' })
  t.deepEqual([await reader.advance(), await reader.advance()], [true, false])
  t.regex(reader.fault ?? '', /JSON/)
})

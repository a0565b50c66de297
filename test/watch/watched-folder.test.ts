import { mkdir, rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
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

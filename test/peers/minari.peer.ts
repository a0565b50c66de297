/** Data sets that Minari itself writes. Opt-in: scripts/prepare-export-readers.sh makes the environment. */
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { readsMinari } from '../store/minari-fixture.ts'
import { told, withPython } from './python.ts'

withPython('RLANYTHING_EXPORT_READERS', 'data sets of Minari are read as it wrote them', async (t, bin) => {
  const folder = await temporaryFolder(t)
  await told(bin, ['scripts/record-minari.py', folder])
  await readsMinari(t, folder)
})

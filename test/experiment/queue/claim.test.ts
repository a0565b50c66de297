/** Workers that make the same run, as where one was frozen: what the last of them writes counts. */
import test from 'ava'
import fc from 'fast-check'
import { claimRun, ClaimLostError, type Claim } from '../../../src/experiment/queue/claim.ts'
import type { RunEntry } from '../../../src/experiment/queue/run-queue.ts'
import { memoryEntries } from './memory-queue.ts'

const key = { group: 'e', name: 'plain-1' }
const waiting: RunEntry = { files: [], maker: null, losses: 0, stopping: false, end: null }
const filesOf = (path: string): RunEntry['files'] => [{ path, pieces: [] }]

const step = fc.record({ worker: fc.nat(2), does: fc.constantFrom('claim', 'write', 'stop') })

test('an entry has the files of the worker that claimed it last, and tells all others that they have lost it', async t => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async steps => {
      const entries = memoryEntries()
      await entries.write(key, waiting, null)
      const claims = new Map<number, Claim>()
      let [holder, files, stopping]: [number | null, RunEntry['files'], boolean] = [null, [], false]
      for (const [index, { worker, does }] of steps.entries()) {
        const kept = await entries.read(key)
        if (kept === null) return false
        if (does === 'claim') {
          const claim = await claimRun(entries, key, `w${worker}`)
          if (claim === null) return false
          claims.set(worker, claim)
          holder = worker
        } else if (does === 'stop') {
          await entries.write(key, { ...kept.entry, stopping: true }, kept.revision)
          stopping = true
        } else if (claims.has(worker)) {
          const written = claims.get(worker)?.write({ files: filesOf(String(index)) })
          if (worker === holder) {
            await written
            files = filesOf(String(index))
            t.is((await claims.get(worker)?.renew())?.stopping, stopping)
          } else await t.throwsAsync(Promise.resolve(written), { instanceOf: ClaimLostError })
        }
        const { entry } = (await entries.read(key)) ?? { entry: waiting }
        t.deepEqual([entry.files, entry.stopping], [files, stopping])
      }
      return true
    }),
    { numRuns: 100 },
  )
})

test('a run that has ended, or is wanted no more, is claimed by nobody', async t => {
  const entries = memoryEntries()
  t.is(await claimRun(entries, key, 'w0'), null)
  await entries.write(key, { ...waiting, end: { kind: 'complete' } }, null)
  t.is(await claimRun(entries, key, 'w0'), null)
})

import test from 'ava'
import { errorOf, failureOf } from '../../../src/engine/queue/failure-of.ts'
import { FailedError } from '../../../src/runtime/errors/failed-error.ts'
import { DiskError, onDisk } from '../../../src/run/directory/records/run-directory-error.ts'

test('a disk that is full is told alike by this thread and by the engine', async t => {
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  const explained = new Error('cannot write a: the disk is full', { cause: full })
  const told = failureOf('gpu', explained)
  t.deepEqual(told, { kind: 'system', code: 'ENOSPC', reason: 'cannot write a: the disk is full' })
  for (const error of [explained, errorOf(structuredClone(told))])
    await t.throwsAsync(
      onDisk('a', () => Promise.reject(error)),
      {
        instanceOf: DiskError,
        message: /^the disk is full \(writing a\)/,
      },
    )
  t.true(errorOf(told) instanceof FailedError)
  t.like(failureOf('gpu', Object.assign(new Error('no such module'), { code: 'ERR_MODULE_NOT_FOUND' })), {
    kind: 'crashed',
  })
})

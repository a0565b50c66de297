import { cpus } from 'node:os'
import test from 'ava'
import { processUse } from '../../../src/run/loop/process-use.ts'

test('the use of the processor is that between beginning and result, at most of all its cores; memory is what is used', t => {
  const used = processUse()
  const { user, system } = process.cpuUsage()
  for (let since = { user, system }; since.user + since.system < user + system + 20_000; since = process.cpuUsage());
  const { processorCores, memoryMiB } = used()
  t.true(processorCores > 0 && processorCores < cpus().length + 1, String(processorCores))
  t.true(memoryMiB > process.memoryUsage().heapUsed / 2 ** 20)
})

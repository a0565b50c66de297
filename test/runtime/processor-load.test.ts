import test from 'ava'
import { overloadWarning, processorLoad } from '../../src/runtime/processor-load.ts'

test('only more processes than there are cores are warned of', t => {
  t.is(overloadWarning({ cores: 2, load: 2 }), null)
  t.regex(overloadWarning({ cores: 2, load: 2.1 })!, /load before was 2\.1 on 2 cores/)
  const { cores, load } = processorLoad()
  t.true(Number.isInteger(cores) && cores >= 1 && load >= 0)
})

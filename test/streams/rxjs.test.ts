import test from 'ava'
import * as whole from 'rxjs'
import * as parts from '../../src/streams/rxjs.ts'

test('each part is the very one of the whole', t => {
  for (const [name, part] of Object.entries(parts)) t.is(part, whole[name as keyof typeof parts], name)
})

import { desk } from '../../../environments/desk/index.ts'
import { arrangementKey } from '../../../environments/desk/tasks/arrangement.ts'
import { environmentLaws } from '../../laws/environment-laws.ts'

const long = { ...desk({ depths: ['long'], hint: 2, dialect: 'names' }), name: 'desk, long' }

environmentLaws(long, {
  runs: 5,
  refusal: 'ValueError',
  layoutOf: ({ arrangement }) => arrangementKey(arrangement),
})

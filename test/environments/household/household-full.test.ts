import { household } from '../../../environments/household/index.ts'
import { signature } from '../../../environments/household/tasks/layout.ts'
import { environmentLaws } from '../../laws/environment-laws.ts'

environmentLaws(household({ receptacles: 'full', dialect: 'put' }), {
  runs: 12,
  refusal: 'Nothing happens.',
  layoutOf: ({ room }) => signature(room.receptacles),
})

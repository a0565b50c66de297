/** From rollouts to rewards and advantages, by the kind of the reward model. */
import type { GroupCredit } from '../../../learning/group-credit.ts'
import type { ObserverProtocol } from '../../../contracts/messages/run.ts'
import { rolloutsOf, type TaskGroup } from '../../../rollout/groups.ts'
import type { Formulas } from '../formulation/formulation.ts'
import { paper, paperOfPrograms, type PaperOptions } from '../formulation/paper.ts'
import type { CreditOptions } from './credit.ts'
import { creditTests } from './unit-tests.ts'
import { creditVotes } from './votes.ts'

interface Crediting {
  /** The formulas of a run whose formulation leaves parts out. */
  readonly defaultFormulation: (options: PaperOptions) => Formulas
  readonly credit: (group: TaskGroup, options: CreditOptions) => GroupCredit
}

export const crediting: Readonly<Record<ObserverProtocol, Crediting>> = {
  verdicts: {
    defaultFormulation: paper,
    credit: (group, options) => creditVotes(rolloutsOf(group), options),
  },
  'unit-tests': { defaultFormulation: paperOfPrograms, credit: creditTests },
}

import { accepts } from '../../../curriculum/acceptance/acceptance.ts'
import { acceptsSoundly } from '../../../curriculum/acceptance/sound-acceptance.ts'
import type { Accepts } from '../../../curriculum/acceptance/change.ts'
import { successRate } from '../../../math/wilson.ts'

interface AcceptanceRuleOptions {
  readonly rule: 'paper' | 'sound'
  /** In (0, 1), of the intervals of rule `sound`. */
  readonly confidence: number
}

/** Whether a proposed task takes the current one's place, by a rule of the configuration. */
export function acceptanceRule({ rule, confidence }: AcceptanceRuleOptions): Accepts {
  switch (rule) {
    case 'paper':
      return byPaper
    case 'sound':
      return ({ direction, current, proposed, band }) =>
        acceptsSoundly(direction, { current, proposed }, { band, confidence })
  }
}

/** By the two success rates alone. */
export const byPaper: Accepts = ({ direction, current, proposed, band }) =>
  accepts(direction, { accuracy: successRate(current), proposedAccuracy: successRate(proposed) }, band)

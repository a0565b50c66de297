/**
 * An observer's input when it gives verdicts on a step. `history`: the episode up to the step. `step`: the opening, the observation before the
 * step, the action and the observation after it.
 */
export type ObserverView = 'history' | 'step'

/** A method's requests to models besides playing and training of its policy, for forecasts. Types only. */
import type { ModelTraining } from '../config/model-schema.ts'
import type { ObserverView } from '../contracts/observer-view.ts'

export interface MethodWork {
  /** A model that observes every step; `null` if none does. */
  readonly observer: ObserverWork | null
  /** Changes of tasks; `null` without any. */
  readonly proposer: ProposerWork | null
}

export interface ObserverWork {
  readonly model: string
  /** Samples a step, and the most tokens of each. */
  readonly samples: number
  readonly maxTokens: number
  readonly view: ObserverView
  /** Whether it observes the episodes of iterations. */
  readonly observes: boolean
  /** Section by which it is trained; `null` if it is not. */
  readonly training: ModelTraining | null
  /** Fixed episodes that it observes in each measurement, played once. */
  readonly probed: number
  /** Whether the samples of iterations are scored beside their opposites; left out, they are not. */
  readonly soft?: boolean
  /** A model that observes as well and is not trained, and the episodes of each group that it does; left out: none. */
  readonly gold?: Pick<ObserverWork, 'model' | 'maxTokens'> & { readonly episodes: number }
}

export interface ProposerWork {
  /** Of a language model that proposes tasks, by this name where a server has one. */
  readonly model: string
  readonly attempts: number
  readonly maxTokens: number
  /** Whether the task that a proposal would replace is played too. */
  readonly playsBoth: boolean
}

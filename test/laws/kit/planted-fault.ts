/** How a fault is planted: in one part of a formulation that is right. */
import type { Formulas } from '../../../src/methods/rlanything/formulation/formulation.ts'
import { paper } from '../../../src/methods/rlanything/formulation/paper.ts'
import { clipped } from '../../../src/losses/clipped.ts'
import type { SpanRule } from '../../../src/losses/objective.ts'
import type { LawSubject } from '../../../src/laws/formulation/cases/law.ts'

export interface PlantedFault {
  readonly fault: string
  /** Name of the law that finds it. */
  readonly law: string
  readonly subject: LawSubject
}

const whole = paper({ voteGroup: 'task' })
export const right: Formulas = { ...whole, claims: { ...whole.claims, overTokens: 'mean' } }
export const clip = { clip: 0.2, klWeight: 0.01 }
const rule: SpanRule = (logprobs, span) => clipped(logprobs, { ...clip, ...span })

export const fault = (text: string, law: string, change: Partial<LawSubject>): PlantedFault => ({
  fault: text,
  law,
  subject: { ...right, objective: { kind: 'clipped', ...clip }, rule, ...change },
})

/** The settings of environment adaptation: a section of the methods that change tasks. */
import { z } from 'zod'
import { positiveInteger, fraction } from '../config/model-schema.ts'
import { openaiSchema, serviceContradictions } from '../config/openai-schema.ts'

const adaptationSchema = z.strictObject({
  enabled: z.boolean().default(true).describe('false leaves every task as it is'),
  begin: positiveInteger
    .max(1_000_000)
    .default(1)
    .describe('first iteration after which tasks are changed; those before play every task as it is'),
  low: fraction.default(0.2).describe('α_low: tasks of which a smaller share is won are made easier'),
  high: fraction.default(0.8).describe('α_high: tasks of which a larger share is won are made harder'),
  rule: z
    .enum(['paper', 'sound'])
    .default('paper')
    .describe(
      'when a changed task takes the place of the old one: its share moved the right way, or intervals of both, played side by side, say so',
    ),
  confidence: z.number().gt(0).lt(1).default(0.8).describe('level of the intervals of rule sound'),
  attempts: positiveInteger.max(1000).default(8).describe('candidates tried for one proposal'),
  service: openaiSchema
    .nullable()
    .default(null)
    .describe("a server whose model proposes changed tasks; null takes the world's own edits"),
  maxTokens: positiveInteger
    .max(32_768)
    .default(512)
    .describe('maximum tokens of one proposal, and of one summary of critics'),
  temperature: z.number().min(0).max(10).default(1).describe('sampling temperature of proposals; 0 is greedy'),
})

export const adaptationSection = adaptationSchema
  .prefault({})
  .describe('changes of tasks that are too easy or too hard')

export type AdaptationSettings = z.output<typeof adaptationSection>

/** Values that are allowed one by one but not together. */
export const adaptationContradictions = ({ low, high, service }: AdaptationSettings): readonly string[] => [
  ...serviceContradictions('adaptation.service', service),
  ...(low < high ? [] : [`adaptation.low must be below adaptation.high (${high}), got ${low}`]),
]

/** Those of a run; `null` if its method changes no tasks. */
export const adaptationOf = (config: object): AdaptationSettings | null =>
  'adaptation' in config ? adaptationSection.parse(config.adaptation) : null

/** Whether the method of a run has such changes. */
export const changesTasks = (config: object): boolean => 'adaptation' in config

import { z } from 'zod'
import type { Measure } from '../../../contracts/measure.ts'

const text = z.string()

/** A measure as config.json keeps it. */
export const measureSchema = z.object({
  id: text,
  title: text,
  about: text,
  unit: text.exactOptional(),
  format: z.enum(['percent', 'decimal', 'count', 'milliseconds']),
  least: z.number().exactOptional(),
  most: z.number().exactOptional(),
  section: text,
  chart: text.exactOptional(),
  mark: z.object({ y: z.number(), name: text }).exactOptional(),
  column: text.exactOptional(),
  summary: z.enum(['row', 'card']).exactOptional(),
  of: z.enum(['evaluation', 'run']).exactOptional(),
  health: z
    .object({
      bounds: z.tuple([z.number(), z.number()]),
      bad: z.enum(['above', 'below']),
      relativeTo: z.enum(['median', 'beginning']).exactOptional(),
      meaning: text,
    })
    .exactOptional(),
}) satisfies z.ZodType<Measure>

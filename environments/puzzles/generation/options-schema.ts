/** The options as JSON Schema: for `rlanything config` and for editors. */
import { familyNames } from '../tasks/families.ts'
import { highestLevel, minLength, maxLength } from './options.ts'

const level = { type: 'integer', minimum: 0, maximum: highestLevel }
const someFamilies = { type: 'array', items: { enum: [...familyNames] }, minItems: 1, uniqueItems: true }
const numberOrRange = {
  anyOf: [level, { type: 'array', prefixItems: [level, level], items: false, minItems: 2, maxItems: 2 }],
}

export const optionsSchema = {
  type: 'object',
  description: 'which families of puzzles, and how hard',
  additionalProperties: false,
  properties: {
    families: { description: 'families by name; all if left out', ...someFamilies },
    heldOutFamilies: { description: 'families of held-out tasks; as families if left out', ...someFamilies },
    levels: {
      description: 'levels of the tasks that are trained on, within each ladder: a number or a range',
      default: [0, 2],
      ...numberOrRange,
    },
    heldOut: { description: 'levels of held-out tasks; as levels if left out', ...numberOrRange },
    length: {
      description: 'most words of a problem with its answer: where ladders end',
      default: 96,
      type: 'integer',
      minimum: minLength,
      maximum: maxLength,
    },
  },
}

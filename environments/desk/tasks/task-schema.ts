/** The form of a task in a file; every name is one of the tables. */
import { z } from 'zod'
import { boxes } from './data.ts'
import { maxPredicates } from './predicate.ts'
import {
  appNames,
  cities,
  codes,
  days,
  eventTitles,
  fileNames,
  folderNames,
  formNames,
  forms,
  hours,
  labelNames,
  labels,
  people,
  settingNames,
  settingSorts,
  subjects,
  type LabelName,
} from './tables.ts'

const id = z.int().min(0)
const day = z.enum(days)
const hour = z.enum(hours)
const person = z.enum(people)
const subject = z.enum(subjects)
const code = z.enum(codes)
const folder = z.enum(folderNames)
const fileName = z.enum(fileNames)
const title = z.enum(eventTitles)
const setting = z.enum(settingNames)

/** A table with an entry for each of the names. */
const table = <K extends string, S extends z.ZodType>(
  names: readonly K[],
  value: (name: K) => S,
): z.ZodObject<Record<K, S>, z.core.$strict> =>
  z.strictObject(Object.fromEntries(names.map(name => [name, value(name)])) as Record<K, S>)

/** A list that has each of the names once. */
const order = <T extends string>(names: readonly T[]) =>
  z
    .array(z.enum(names))
    .refine(list => list.length === names.length && new Set(list).size === names.length, 'must have each name once')

const arrangement = z.strictObject({
  apps: order(appNames),
  wording: table(labelNames, name =>
    z
      .int()
      .min(0)
      .max(labels[name].length - 1),
  ),
  forms: table(formNames, name => order<LabelName>(forms[name])),
  menus: z.strictObject({ mail: z.boolean(), files: z.boolean() }),
  homes: table(settingNames, name => z.enum(settingSorts[name].pages)),
})

const data = z.strictObject({
  mails: z.array(z.strictObject({ id, from: person, subject, code, box: z.enum(boxes), starred: z.boolean() })),
  sent: z.array(z.strictObject({ to: z.string(), subject: z.string(), text: z.string() })),
  folders: z.array(folder).min(1),
  files: z.array(z.strictObject({ id, name: fileName, folder })),
  events: z.array(z.strictObject({ id, title, day, hour })),
  contacts: z.array(z.strictObject({ id, name: person, phone: code, city: z.enum(cities) })),
  settings: table(settingNames, name => z.enum(settingSorts[name].values)),
})

const source = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('phone'), contact: id }),
    z.strictObject({ kind: z.literal('code'), mail: id }),
  ])
  .nullable()

const predicate = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('set'), setting, value: z.string() }),
  z.strictObject({ kind: z.literal('send'), to: person, subject, text: z.union([z.literal(''), code]), source }),
  z.strictObject({ kind: z.literal('box'), mail: id, box: z.enum(['archive', 'trash']) }),
  z.strictObject({ kind: z.literal('star'), mail: id }),
  z.strictObject({ kind: z.literal('move'), file: id, folder }),
  z.strictObject({ kind: z.literal('rename'), file: id, name: fileName }),
  z.strictObject({ kind: z.literal('erase'), file: id }),
  z.strictObject({ kind: z.literal('schedule'), title, day, hour }),
  z.strictObject({ kind: z.literal('postpone'), event: id, day }),
  z.strictObject({ kind: z.literal('enter'), name: person, phone: code, source }),
  z.strictObject({
    kind: z.literal('update'),
    contact: id,
    field: z.enum(['phone', 'city']),
    value: z.union([code, z.enum(cities)]),
  }),
])

export const taskSchema = z.strictObject({
  arrangement,
  data,
  verifiers: z.array(z.array(predicate).min(1).max(maxPredicates)).min(1),
  verifier: id,
  hint: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  stepLimit: z.int().min(1),
})

/** Predicates that can be granted on a desk and are not granted yet. */
import type { Random } from '../../../src/math/random.ts'
import type { DeskData } from '../tasks/data.ts'
import {
  cities,
  codes,
  days,
  eventTitles,
  fileNames,
  hours,
  people,
  settingNames,
  settingSorts,
  subjects,
} from '../tasks/tables.ts'
import { predicateKinds, textAt, type Source, type Predicate } from '../tasks/predicate.ts'

/** One predicate of a random kind; `null` if the desk has nothing for it. */
export const drawPredicate = (data: DeskData, random: Random): Predicate | null =>
  predicateOf(random.pick(predicateKinds), data, random)

function predicateOf(kind: Predicate['kind'], data: DeskData, random: Random): Predicate | null {
  const { mails, folders, files, events, contacts, settings } = data
  const other = (values: readonly string[], taken: readonly string[]): string =>
    random.pick(values.filter(value => !taken.includes(value)))
  const idOf = (records: readonly { readonly id: number }[]): number => random.pick(records).id
  switch (kind) {
    case 'set': {
      const setting = random.pick(settingNames)
      return { kind, setting, value: other(settingSorts[setting].values, [settings[setting]]) }
    }
    case 'send': {
      const source = random.integer(2) === 0 ? null : drawSource(data, random)
      const [to, subject] = [random.pick<string>(people), random.pick<string>(subjects)]
      return { kind, to, subject, text: source === null ? '' : textAt(source, data), source }
    }
    case 'box':
      return mails.length === 0 ? null : { kind, mail: idOf(mails), box: random.pick(['archive', 'trash'] as const) }
    case 'star':
      return mails.length === 0 ? null : { kind, mail: idOf(mails) }
    case 'move': {
      if (files.length === 0 || folders.length < 2) return null
      const { id, folder } = random.pick(files)
      return { kind, file: id, folder: other(folders, [folder]) }
    }
    case 'rename':
      if (files.length === 0) return null
      return { kind, file: idOf(files), name: other(fileNames, namesOf(files)) }
    case 'erase':
      return files.length === 0 ? null : { kind, file: idOf(files) }
    case 'schedule': {
      const titles = events.map(({ title }) => title)
      return { kind, title: other(eventTitles, titles), day: random.pick(days), hour: random.pick(hours) }
    }
    case 'postpone': {
      if (events.length === 0) return null
      const { id, day } = random.pick(events)
      return { kind, event: id, day: other(days, [day]) }
    }
    case 'enter': {
      const source: Source | null =
        random.integer(2) === 0 || mails.length === 0 ? null : { kind: 'code', mail: idOf(mails) }
      const name = other(people, namesOf(contacts))
      return { kind, name, phone: source === null ? random.pick(codes) : textAt(source, data), source }
    }
    case 'update': {
      if (contacts.length === 0) return null
      const contact = random.pick(contacts)
      const field = random.pick(['phone', 'city'] as const)
      return { kind, contact: contact.id, field, value: other(field === 'phone' ? codes : cities, [contact[field]]) }
    }
  }
}

const namesOf = (records: readonly { readonly name: string }[]): readonly string[] => records.map(({ name }) => name)

function drawSource({ mails, contacts }: DeskData, random: Random): Source | null {
  if (mails.length === 0 || contacts.length === 0) return null
  return random.integer(2) === 0
    ? { kind: 'phone', contact: random.pick(contacts).id }
    : { kind: 'code', mail: random.pick(mails).id }
}

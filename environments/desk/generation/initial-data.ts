/** A desk's initial data. */
import type { Random } from '../../../src/math/random.ts'
import { tableOf } from '../tasks/arrangement.ts'
import { freshId, type CalendarEvent, type Contact, type DeskData, type Mail, type StoredFile } from '../tasks/data.ts'
import {
  cities,
  codes,
  days,
  eventTitles,
  fileNames,
  folderNames,
  hours,
  people,
  settingNames,
  settingSorts,
  subjects,
} from '../tasks/tables.ts'

/** How many of each there are, at least and at most; none of the lists needs scrolling. */
const counts = { mails: [4, 6], folders: [3, 4], files: [5, 8], events: [3, 5], contacts: [4, 6] } as const

export function initialData(random: Random): DeskData {
  const many = (name: keyof typeof counts) => counts[name][0] + random.integer(counts[name][1] - counts[name][0] + 1)
  const folders = random.shuffle(folderNames).slice(0, many('folders'))
  const names = random.shuffle(fileNames).slice(0, many('files'))
  return {
    mails: addMails([], many('mails'), random),
    sent: [],
    folders,
    files: names.map((name, id) => ({ id, name, folder: random.pick(folders) })),
    events: random
      .shuffle(eventTitles)
      .slice(0, many('events'))
      .map((title, id) => newEvent(id, title, random)),
    contacts: random
      .shuffle(people)
      .slice(0, many('contacts'))
      .map((name, id) => newContact(id, name, random)),
    settings: tableOf(settingNames, name => random.pick<string>(settingSorts[name].values)),
  }
}

/** With more mails in front, no two of which have sender and subject in common. */
export function addMails(mails: readonly Mail[], count: number, random: Random): readonly Mail[] {
  const all = [...mails]
  while (all.length < mails.length + count) {
    const mail = { from: random.pick<string>(people), subject: random.pick<string>(subjects) }
    if (!isThere(all, mail))
      all.unshift({ id: freshId(all), ...mail, code: random.pick(codes), box: 'inbox', starred: false })
  }
  return all
}

/** Whether a mail of this sender has this subject. */
export const isThere = (mails: readonly Mail[], { from, subject }: Pick<Mail, 'from' | 'subject'>): boolean =>
  mails.some(mail => mail.from === from && mail.subject === subject)

export const newEvent = (id: number, title: string, random: Random): CalendarEvent => ({
  id,
  title,
  day: random.pick(days),
  hour: random.pick(hours),
})

export const newContact = (id: number, name: string, random: Random): Contact => ({
  id,
  name,
  phone: random.pick(codes),
  city: random.pick(cities),
})

export const newFile = (id: number, name: string, folder: string): StoredFile => ({ id, name, folder })

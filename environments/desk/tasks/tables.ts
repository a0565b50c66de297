/** The words of the desk: names, things, labels with their synonyms, settings and the pages that may hold them. */

export const appNames = ['mail', 'files', 'calendar', 'settings', 'contacts'] as const
export type AppName = (typeof appNames)[number]

export const appTitles: Readonly<Record<AppName, string>> = {
  mail: 'Mail',
  files: 'Files',
  calendar: 'Calendar',
  settings: 'Settings',
  contacts: 'Contacts',
}

export const people = [
  ...['Ann', 'Bob', 'Carla', 'David', 'Emma', 'Felix', 'Grace', 'Hugo', 'Iris', 'Jonas', 'Kira', 'Leo'],
  ...['Mona', 'Nils', 'Olga', 'Paul', 'Rosa', 'Simon', 'Tara', 'Viktor'],
] as const

export const subjects = [
  ...['Lunch', 'Invoice', 'Holiday', 'Budget plan', 'Tickets', 'Parcel', 'Concert', 'Lease', 'Recipe', 'Survey'],
  ...['Contract', 'Weekend', 'Garden', 'Printer', 'Training', 'Repair'],
] as const

export const fileNames = [
  ...[
    'Report',
    'Notes',
    'Photo',
    'Slides',
    'Letter',
    'Draft',
    'Poster',
    'Map',
    'Menu card',
    'Song',
    'Sketch',
    'Receipt',
  ],
  ...['Diary', 'Timetable', 'Essay', 'Scan', 'Logo', 'Speech', 'Poem', 'Table'],
] as const

export const folderNames = ['Work', 'Home', 'Taxes', 'Travel', 'School', 'Music', 'Pictures', 'Club'] as const

export const eventTitles = [
  ...[
    'Dentist',
    'Meeting',
    'Yoga',
    'Dinner',
    'Birthday',
    'Cinema',
    'Choir',
    'Haircut',
    'Interview',
    'Picnic',
    'Workshop',
  ],
  ...['Party', 'Lecture', 'Market'],
] as const

export const cities = ['Rome', 'Oslo', 'Paris', 'Vienna', 'Lisbon', 'Dublin', 'Prague', 'Athens'] as const

const numbersFrom = (first: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(first + index))

export const days = numbersFrom(1, 28)
export const hours = ['9:00', '10:00', '11:00', '14:00', '15:00', '16:00'] as const
/** Telephone numbers and the codes in mails: none of them is the number of an element. */
export const codes = numbersFrom(500, 30)

/** The first wording is the common one. */
export const labels = {
  newMail: ['New mail', 'Compose', 'Write'],
  send: ['Send', 'Send now', 'Deliver'],
  star: ['Star', 'Flag', 'Mark'],
  archive: ['Archive it', 'Keep', 'Store'],
  trash: ['Delete', 'Bin', 'Discard'],
  more: ['More', 'Actions', 'Options'],
  move: ['Move', 'Move to', 'Put in'],
  rename: ['Rename', 'New name', 'Change name'],
  erase: ['Erase', 'Remove', 'Destroy'],
  ok: ['OK', 'Confirm', 'Done'],
  cancel: ['Cancel', 'Never mind', 'Back'],
  save: ['Save', 'Apply', 'Keep changes'],
  newEvent: ['New event', 'Add event', 'Schedule'],
  newContact: ['New contact', 'Add contact', 'Add person'],
  edit: ['Edit', 'Change', 'Modify'],
  to: ['To', 'Recipient', 'Addressee'],
  subject: ['Subject', 'Topic', 'About'],
  text: ['Text', 'Message', 'Body'],
  title: ['Title', 'Event', 'Occasion'],
  day: ['Day', 'Date', 'On day'],
  hour: ['Hour', 'Time', 'Starts at'],
  name: ['Name', 'Full name', 'Called'],
  phone: ['Phone', 'Telephone', 'Number'],
  city: ['City', 'Town', 'Lives in'],
  folder: ['Folder', 'Place', 'Target'],
} as const satisfies Record<string, readonly [string, string, string]>
export type LabelName = keyof typeof labels
export const labelNames = Object.keys(labels) as readonly LabelName[]

export const pageNames = ['General', 'Network', 'Privacy', 'Display', 'Sound', 'Devices'] as const
export type PageName = (typeof pageNames)[number]

/** A setting, the values it takes, and the pages that it may be on. */
export interface SettingSort {
  readonly label: string
  readonly control: 'checkbox' | 'radio' | 'select'
  readonly values: readonly [string, string, ...string[]]
  readonly pages: readonly [PageName, PageName]
}

const onOff = ['off', 'on'] as const
const sizes = ['Small', 'Normal', 'Large'] as const
const levels = ['Low', 'Medium', 'High'] as const

export const settingSorts = {
  wifi: { label: 'Wi-Fi', control: 'checkbox', values: onOff, pages: ['Network', 'General'] },
  roaming: { label: 'Roaming', control: 'checkbox', values: onOff, pages: ['Network', 'Privacy'] },
  bluetooth: { label: 'Bluetooth', control: 'checkbox', values: onOff, pages: ['Devices', 'Network'] },
  location: { label: 'Location', control: 'checkbox', values: onOff, pages: ['Privacy', 'General'] },
  camera: { label: 'Camera', control: 'checkbox', values: onOff, pages: ['Devices', 'Privacy'] },
  darkMode: { label: 'Dark mode', control: 'checkbox', values: onOff, pages: ['Display', 'General'] },
  textSize: { label: 'Text size', control: 'radio', values: sizes, pages: ['Display', 'General'] },
  volume: { label: 'Volume', control: 'select', values: levels, pages: ['Sound', 'Devices'] },
  brightness: { label: 'Brightness', control: 'select', values: levels, pages: ['Display', 'Devices'] },
  alerts: { label: 'Alerts', control: 'select', values: levels, pages: ['Sound', 'Privacy'] },
} as const satisfies Record<string, SettingSort>
export type SettingName = keyof typeof settingSorts
export const settingNames = Object.keys(settingSorts) as readonly SettingName[]

/** The fields of each form, in the common order. */
export const forms = {
  compose: ['to', 'subject', 'text'],
  event: ['title', 'day', 'hour'],
  contact: ['name', 'phone', 'city'],
} as const satisfies Record<string, readonly LabelName[]>
export type FormName = keyof typeof forms
export const formNames = Object.keys(forms) as readonly FormName[]

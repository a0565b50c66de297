/** How the applications are arranged: their order, names and places. */
import { derive, randomFrom, rootKey, type Random } from '../../../src/math/random.ts'
import {
  appNames,
  formNames,
  forms,
  labelNames,
  labels,
  settingNames,
  settingSorts,
  type AppName,
  type FormName,
  type LabelName,
  type PageName,
  type SettingName,
} from './tables.ts'

export interface Arrangement {
  /** From left to right. */
  readonly apps: readonly AppName[]
  /** Which of its wordings each label has. */
  readonly wording: Readonly<Record<LabelName, number>>
  /** The fields of each form, from top to bottom. */
  readonly forms: Readonly<Record<FormName, readonly LabelName[]>>
  /** Whether the commands of an open mail or file are behind a menu. */
  readonly menus: Readonly<Record<'mail' | 'files', boolean>>
  /** The page of each setting. */
  readonly homes: Readonly<Record<SettingName, PageName>>
}

export function drawArrangement(random: Random): Arrangement {
  return {
    apps: random.shuffle(appNames),
    wording: tableOf(labelNames, name => random.integer(labels[name].length)),
    forms: tableOf(formNames, name => random.shuffle<LabelName>(forms[name])),
    menus: { mail: random.integer(2) === 0, files: random.integer(2) === 0 },
    homes: tableOf(settingNames, name => random.pick(settingSorts[name].pages)),
  }
}

/** A table with an entry for each of the names. */
export const tableOf = <K extends string, V>(names: readonly K[], value: (name: K) => V): Readonly<Record<K, V>> =>
  Object.fromEntries(names.map(name => [name, value(name)])) as Record<K, V>

/** The same for two arrangements if and only if they look alike to a player. */
export const arrangementKey = ({ apps, wording, forms: order, menus, homes }: Arrangement): string =>
  [
    apps.join(),
    labelNames.map(name => wording[name]).join(''),
    formNames.map(name => order[name].join()).join(' '),
    String(menus.mail),
    String(menus.files),
    settingNames.map(name => homes[name]).join(),
  ].join(';')

/** One in so many arrangements is kept for `unseen`. */
const keptArrangements = 4

export const isUnseenArrangement = (arrangement: Arrangement): boolean =>
  randomFrom(derive(rootKey(0), 'desk arrangement', arrangementKey(arrangement))).integer(keptArrangements) === 0

export const labelIn = ({ wording }: Arrangement, name: LabelName): string =>
  labels[name][wording[name]] ?? labels[name][0]

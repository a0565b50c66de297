/** Every phrase of this world that is worth one token, so that an episode of a small room takes about 130 of them. */
import type { Language } from '../../../src/contracts/worlds/environment.ts'
import { householdReasons } from './expert.ts'
import { canContain, receptacleKinds, usualObjects } from '../tasks/tables.ts'
import { helpText } from '../play/text.ts'

/** Most receptacles of a kind in any room; of the others there are at most two. */
const numbers: Readonly<Record<string, number>> = {
  Cabinet: 30,
  Drawer: 20,
  Shelf: 15,
  SideTable: 6,
  CounterTop: 4,
  StoveBurner: 4,
  ArmChair: 4,
  DiningTable: 3,
}

/** Most things of a kind in a room. */
export const maxThings = 3

/** Most receptacles of a kind that the language can tell apart. */
export const maxNamedReceptacles = (kind: string): number => numbers[kind] ?? 2

/** Every kind of thing that can be seen or asked for. */
const thingKinds = [
  ...new Set([
    ...Object.values(canContain)
      .flat()
      .filter(kind => !kind.endsWith('Sliced')),
    ...Object.values(usualObjects).flat(),
    'DeskLamp',
    'FloorLamp',
  ]),
]

/** The part of a task sentence that says where one of the wanted things is. */
export const hintPhrase = 'one is in'

const said = [
  '-= Welcome to TextWorld, ALFRED! =-',
  'You are in the middle of a room. Looking quickly around you, you see',
  'You are facing the',
  'Next to it, you see',
  'Your task is to:',
  'You arrive at',
  'On the',
  'The',
  'is closed.',
  'is open. In it, you see',
  'In it, you see',
  'nothing',
  'You open the',
  'You close the',
  'You pick up the',
  'from the',
  'You move the',
  'to the',
  'You put the',
  'in/on the',
  'You clean the',
  'You heat the',
  'You cool the',
  'using the',
  'You turn on the',
  'You sliced the',
  'with the',
  'You are carrying:',
  'You are not carrying anything.',
  "There's nothing special about",
  'Nothing happens.',
  'This is a',
  'This',
  'is on.',
  'is off.',
  'normal',
  'hot',
  'cold',
  'sliced',
  'and',
] as const

const typed = [
  'go to',
  'open',
  'close',
  'take',
  'from',
  'move',
  'to',
  'put',
  'in/on',
  'clean',
  'heat',
  'cool',
  'with',
  'use',
  'slice',
  'examine',
  'look',
  'inventory',
  'help',
] as const

const asked = [
  'put some',
  'in',
  'on',
  'look at',
  'under the',
  'examine the',
  'clean some',
  'heat some',
  'cool some',
  'and put it in',
  'put two',
  'find two',
  'and put them in',
  hintPhrase,
] as const

/** The language of every room size and both dialects. */
export const householdLanguage: Language = {
  phrases: [
    ...new Set([
      ...said,
      ...typed,
      ...asked,
      ...Object.values(householdReasons),
      helpText('move'),
      helpText('put'),
      ...[...receptacleKinds, ...thingKinds].map(kind => kind.toLowerCase()),
      ...receptacleKinds.flatMap(kind => numbered(kind, maxNamedReceptacles(kind))),
      ...thingKinds.flatMap(kind => numbered(kind, maxThings)),
    ]),
  ],
  silent: ['\n\n', ', you see a ', ', you see ', ', and a ', ', and ', ', a ', ' a ', '. ', ', ', '.', ' '],
}

function numbered(kind: string, most: number): readonly string[] {
  return Array.from({ length: most }, (_, index) => `${kind.toLowerCase()} ${index + 1}`)
}

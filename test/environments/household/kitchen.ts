/** A small room with something of everything, for games by hand. */
import type { Goal, HouseholdTask, Receptacle, Thing } from '../../../environments/household/tasks/task.ts'

const receptacle = (kind: string, place: string, openable = false): Receptacle => ({
  id: kind === 'SinkBasin' ? 'sink_bar_01_bar_sinkbasin' : `${kind.toLowerCase()}_bar_01`,
  kind,
  location: `loc_bar_${place}`,
  openable,
})
const thing = (kind: string, number: number, [within, place]: readonly [string, string]): Thing => ({
  id: `${kind.toLowerCase()}_bar_0${number}`,
  kind,
  pickupable: kind !== 'DeskLamp',
  receptacles: [`${within}_bar_01`],
  inside: [],
  location: `loc_bar_${place}`,
})

const onTop = ['countertop', 'worktop'] as const
const inFridge = ['fridge', 'fridge'] as const
const onTable = ['sidetable', 'table'] as const

/**
 * Cabinet and counter are at one place. The window is only part of the room. Names count down as ids go up: apple 2 and
 * the lettuce are in the fridge, apple 1 is in the bowl on the counter, beside a knife.
 */
export const kitchen = (goal: Goal): HouseholdTask => ({
  room: {
    receptacles: [
      receptacle('Cabinet', 'worktop', true),
      receptacle('CounterTop', 'worktop'),
      receptacle('Fridge', 'fridge', true),
      receptacle('Microwave', 'microwave', true),
      receptacle('SideTable', 'table'),
      receptacle('SinkBasin', 'sink'),
    ],
    things: [
      thing('Apple', 1, inFridge),
      { ...thing('Apple', 2, onTop), inside: ['bowl_bar_01'] },
      thing('Book', 1, onTable),
      thing('Bowl', 1, onTop),
      thing('DeskLamp', 1, onTable),
      thing('Knife', 1, onTop),
      thing('Lettuce', 1, inFridge),
      thing('Mug', 1, ['cabinet', 'worktop']),
      { ...thing('Window', 1, ['', '']), pickupable: false, receptacles: [], location: null },
    ],
    start: 'loc_bar_middle',
  },
  goal,
  sentence: 'do as you are told',
  stepLimit: 40,
})

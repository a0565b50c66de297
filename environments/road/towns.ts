/** Towns, of our own: roads of two lanes, as lengths and turns one after another. */

export type TownName = 'blocks' | 'hills' | 'ring' | 'canals' | 'coast'

/** Each stretch in metres, and the degrees that it turns left. */
const stretches: Readonly<Record<TownName, string>> = {
  blocks: '80:0 24:90 60:0 24:-90 90:0 24:-90 70:0 24:90 80:0',
  hills: '40:0 60:50 50:-70 40:0 70:80 60:-60 60:0 50:40 50:-30',
  ring: '30:0 80:90 40:0 80:90 30:0 60:-60 40:0 80:80 40:0',
  canals: '50:0 26:-90 30:0 26:90 40:0 26:90 30:0 26:-90 100:0 26:-90 60:0',
  coast: '30:0 90:-100 30:30 90:110 50:0 70:-70 40:45 60:0',
}

/** Those that are trained in, and those that are not. */
const groups: Readonly<Record<'seen' | 'unseen', readonly TownName[]>> = {
  seen: ['blocks', 'hills', 'ring'],
  unseen: ['canals', 'coast'],
}

export type TownChoice = TownName | 'seen' | 'unseen'

export const townChoices = [...Object.keys(groups), ...Object.keys(stretches)] as readonly TownChoice[]

export const townsOf = (choice: TownChoice): readonly TownName[] =>
  choice === 'seen' || choice === 'unseen' ? groups[choice] : [choice]

interface RoadPlace {
  /** Metres, of the middle of the right lane. */
  readonly x: number
  readonly y: number
  /** Radians, to the left from the x axis. */
  readonly heading: number
  /** Radians a metre. */
  readonly bend: number
}

export interface Town {
  /** Metres. */
  readonly length: number
  /** At so many metres from its begin; straight on before and behind it. */
  readonly at: (along: number) => RoadPlace
}

export function townOf(name: TownName): Town {
  let place: RoadPlace = { x: 0, y: 0, heading: 0, bend: 0 }
  let length = 0
  const begins = stretches[name].split(' ').map(stretch => {
    const [metres = 0, degrees = 0] = stretch.split(':').map(Number)
    const begin = { from: length, ...place, bend: (degrees * Math.PI) / 180 / metres }
    length += metres
    place = moved(begin, metres)
    return begin
  })
  begins.push({ from: length, ...place, bend: 0 })
  return {
    length,
    at: along => {
      const begin = begins.findLast(({ from }) => from <= along) ?? { from: 0, x: 0, y: 0, heading: 0, bend: 0 }
      return moved(begin, along - begin.from)
    },
  }
}

/** So many metres on, on the arc. */
function moved({ x, y, heading, bend }: RoadPlace, metres: number): RoadPlace {
  const next = heading + bend * metres
  const [right, up] =
    Math.abs(bend) < 1e-9
      ? [metres * Math.cos(heading), metres * Math.sin(heading)]
      : [(Math.sin(next) - Math.sin(heading)) / bend, (Math.cos(heading) - Math.cos(next)) / bend]
  return { x: x + right, y: y + up, heading: next, bend }
}

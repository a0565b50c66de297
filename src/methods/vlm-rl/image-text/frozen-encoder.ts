/**
 * A small stand-in for an image-text model: pictures by a random network that is never trained, texts by the mean of the pictures that
 * they describe. It understands two words, `clear` and `collided`.
 */
import { unitRows, type ImageTextModel } from './image-text-model.ts'

/** Pictures that were seen at some clearances. */
interface GoalExamples {
  /** [count × pixels] */
  readonly pictures: Float32Array
  /** [count] metres */
  readonly clearances: readonly number[]
}

/** By the word that a text holds. @param clearance metres. */
const classes = {
  clear: (clearance: number): boolean => clearance >= 8,
  collided: (clearance: number): boolean => clearance <= 0.5,
} as const

type GoalClass = keyof typeof classes
const classNames = Object.keys(classes) as readonly GoalClass[]

/** A network that is asked, and not trained. */
type Encode = (pictures: Float32Array) => Promise<Float32Array>

/**
 * What the encoder was shown: the mean of all pictures, which is taken from each, then those of the classes, one behind the other.
 *
 * @throws {RangeError} if there is no example of a class.
 */
export async function classVectors(encode: Encode, { pictures, clearances }: GoalExamples): Promise<Float32Array> {
  const count = clearances.length
  const vectors = await encode(pictures)
  const size = vectors.length / count
  const meanOf = (of: Float32Array, rows: readonly number[]): Float32Array =>
    Float32Array.from({ length: size }, (_, place) =>
      rows.reduce((sum, row) => sum + (of[row * size + place] ?? 0) / rows.length, 0),
    )
  const units = unitRows(vectors, size)
  const centre = meanOf(units, Array.from(clearances.keys()))
  const around = centred(units, centre)
  const means = classNames.map(name => {
    const rows = clearances.flatMap((clearance, row) => (classes[name](clearance) ? [row] : []))
    if (rows.length === 0)
      throw new RangeError(`methodOptions.examples must show a road that is ${name}, got none in ${count} pictures`)
    return unitRows(meanOf(around, rows), size)
  })
  return Float32Array.from([centre, ...means].flatMap(vector => [...vector]))
}

/** @throws {RangeError} from `texts` for a text that holds none of the words, or both. */
export function frozenEncoder(encode: Encode, shown: Float32Array): ImageTextModel {
  const size = shown.length / (1 + classNames.length)
  const vectorOf = (place: number): Float32Array => shown.subarray(place * size, (place + 1) * size)
  return {
    texts: texts =>
      Promise.resolve(Float32Array.from(texts.flatMap(text => [...vectorOf(1 + classNames.indexOf(classOf(text)))]))),
    pictures: async pictures => centred(unitRows(await encode(pictures), size), vectorOf(0)),
  }
}

const centred = (units: Float32Array, centre: Float32Array): Float32Array =>
  unitRows(
    units.map((value, place) => value - (centre[place % centre.length] ?? 0)),
    centre.length,
  )

function classOf(text: string): GoalClass {
  const [found, ...others] = classNames.filter(name => text.toLowerCase().includes(name))
  if (found !== undefined && others.length === 0) return found
  throw new RangeError(
    `without a model, a goal must hold one of the words ${classNames.join(', ')}, got ${JSON.stringify(text)}`,
  )
}

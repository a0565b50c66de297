/**
 * A small stand-in for an image-text model: pictures by a random network that is never trained, texts by the mean of the pictures that
 * they describe. It understands two words, `clear` and `collided`.
 */
import { nth } from '../../../math/nth.ts'
import { unitRows, type ImageTextModel } from './image-text-model.ts'
import { whitenedRows, whiteningOf } from './whitening.ts'

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
  collided: (clearance: number): boolean => clearance <= 1,
} as const

type GoalClass = keyof typeof classes
const classNames = Object.keys(classes) as readonly GoalClass[]

/** A network that is asked, and not trained. */
type Encode = (pictures: Float32Array) => Promise<Float32Array>

/** Rows of `shownExamples`. @param size of a vector. */
export const shownRows = (size: number): number => 1 + size + classNames.length

/**
 * What the encoder was shown: the whitening of its vectors by all pictures, then the means of the classes.
 *
 * @returns [shownRows × size]
 * @throws {RangeError} if there is no example of a class.
 */
export async function shownExamples(encode: Encode, { pictures, clearances }: GoalExamples): Promise<Float32Array> {
  const vectors = await encode(pictures)
  const size = vectors.length / clearances.length
  const units = unitRows(vectors, size)
  const whitening = whiteningOf(units, size)
  const around = unitRows(whitenedRows(units, whitening, size), size)
  const means = classNames.map(name => {
    const rows = clearances.flatMap((clearance, row) => (classes[name](clearance) ? [row] : []))
    if (rows.length === 0)
      throw new RangeError(
        `methodOptions.examples must show a road that is ${name}, got none in ${clearances.length} pictures`,
      )
    const mean = Float32Array.from({ length: size }, (_, place) =>
      rows.reduce((sum, row) => sum + nth(around, row * size + place) / rows.length, 0),
    )
    return unitRows(mean, size)
  })
  return Float32Array.from([whitening, ...means].flatMap(rows => [...rows]))
}

/** @throws {RangeError} from `texts` for a text that holds none of the words, or both. */
export function frozenEncoder(encode: Encode, shown: Float32Array, size: number): ImageTextModel {
  const whitening = shown.subarray(0, (1 + size) * size)
  const goalOf = (place: number): Float32Array => shown.subarray((1 + size + place) * size, (2 + size + place) * size)
  return {
    texts: texts =>
      Promise.resolve(Float32Array.from(texts.flatMap(text => [...goalOf(classNames.indexOf(classOf(text)))]))),
    pictures: async pictures => unitRows(whitenedRows(unitRows(await encode(pictures), size), whitening, size), size),
  }
}

function classOf(text: string): GoalClass {
  const [found, ...others] = classNames.filter(name => text.toLowerCase().includes(name))
  if (found !== undefined && others.length === 0) return found
  throw new RangeError(
    `without a model, a goal must hold one of the words ${classNames.join(', ')}, got ${JSON.stringify(text)}`,
  )
}

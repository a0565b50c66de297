/** Pictures as CLIP reads them: resized, cut out of the middle, normalised, as preprocessor_config.json says. */
import { z } from 'zod'
import { nth } from '../../../math/nth.ts'

const edge = z.int().min(1)
const colours = z.tuple([z.number(), z.number(), z.number()])

/** The part of it that is read, with the defaults of `transformers`; a value that would ask for something else is refused. */
export const clipPicturesSchema = z.object({
  ...{ do_resize: z.literal(true).default(true), do_center_crop: z.literal(true).default(true) },
  ...{ do_rescale: z.literal(true).default(true), do_normalize: z.literal(true).default(true) },
  size: z.union([z.object({ shortest_edge: edge }), edge.transform(shortest => ({ shortest_edge: shortest }))]),
  crop_size: z.union([
    z.object({ height: edge, width: edge }),
    edge.transform(side => ({ height: side, width: side })),
  ]),
  /** Bicubic. */
  resample: z.literal(3).default(3),
  rescale_factor: z.number().default(1 / 255),
  image_mean: colours,
  image_std: colours,
})

interface Picture {
  readonly height: number
  readonly width: number
  /** [height × width × 3], whole numbers up to 255. */
  readonly bytes: Float32Array
}

/** @returns [3 × height × width] of the cut. @throws {RangeError} if the cut is larger than the resized picture. */
export function clipPixels(picture: Picture, settings: z.output<typeof clipPicturesSchema>): Float32Array {
  const { crop_size: cut, rescale_factor: factor, image_mean: means, image_std: deviations } = settings
  const { shortest_edge: shortest } = settings.size
  const { height, width } = picture
  const scale = (length: number): number => Math.floor((shortest * length) / Math.min(height, width))
  const [rows, columns] = [scale(height), scale(width)]
  if (cut.height > rows || cut.width > columns)
    throw new RangeError(`crop_size must be within ${rows} × ${columns}, got ${cut.height} × ${cut.width}`)
  /* Turned twice: each time the rows become as long as they are to be. */
  const { bytes } = turnedToWidth(turnedToWidth(picture, columns), rows)
  const [top, left] = [Math.floor((rows - cut.height) / 2), Math.floor((columns - cut.width) / 2)]
  const area = cut.height * cut.width
  return Float32Array.from({ length: 3 * area }, (_, place) => {
    const channel = Math.floor(place / area)
    const [row, column] = [top + Math.floor((place % area) / cut.width), left + (place % cut.width)]
    return (
      (nth(bytes, (row * columns + column) * 3 + channel) * factor - nth(means, channel)) / nth(deviations, channel)
    )
  })
}

/**
 * The picture resized to another width by a bicubic filter as wide as the pixels that become one, then with rows and columns exchanged.
 * Source: Pillow's Resample.c, by which `transformers` resizes; here weights are not rounded to 22 bits.
 */
function turnedToWidth({ height, width, bytes }: Picture, wanted: number): Picture {
  const scale = width / wanted
  const filterScale = Math.max(1, scale)
  const found = new Float32Array(height * wanted * 3)
  for (let column = 0; column < wanted; column += 1) {
    const centre = (column + 0.5) * scale
    const first = Math.max(0, Math.trunc(centre - 2 * filterScale + 0.5))
    const behind = Math.min(width, Math.trunc(centre + 2 * filterScale + 0.5))
    const raw = Array.from({ length: behind - first }, (_, place) =>
      cubic((first + place - centre + 0.5) / filterScale),
    )
    const sum = raw.reduce((total, weight) => total + weight, 0)
    for (let row = 0; row < height; row += 1)
      for (let channel = 0; channel < 3; channel += 1) {
        const value = raw.reduce(
          (total, weight, place) => total + weight * nth(bytes, (row * width + first + place) * 3 + channel),
          0,
        )
        found[(column * height + row) * 3 + channel] = Math.min(255, Math.max(0, Math.round(value / sum)))
      }
  }
  return { height: wanted, width: height, bytes: found }
}

/** Keys' kernel with a = −0.5. */
function cubic(at: number): number {
  const x = Math.abs(at)
  if (x < 1) return (1.5 * x - 2.5) * x * x + 1
  return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
}

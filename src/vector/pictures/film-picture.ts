/** The pictures that a world sees, one after the other, as an animated GIF. */
import gifenc from 'gifenc'
import type { VectorWorld } from '../../contracts/worlds/vector-world.ts'

/** Most frames of a film: of more steps, some that are evenly spread. */
const most = 100
const frameMs = 80
/** Pixels of one of the world's, in each direction. */
const zoom = 8

/** @param observations in order, at least one; each begins with its picture. */
export function filmPicture(
  { height, width, channels }: Required<VectorWorld>['image'],
  observations: readonly Float32Array[],
): Uint8Array {
  const film = gifenc.GIFEncoder()
  const [columns, rows] = [zoom * width, zoom * height]
  const frames = Math.min(most, observations.length)
  for (let frame = 0; frame < frames; frame += 1) {
    const seen = observations[Math.floor((frame * observations.length) / frames)] ?? new Float32Array(0)
    const rgba = Uint8Array.from({ length: height * width * 4 }, (_, place) => {
      const [pixel, channel] = [Math.floor(place / 4), place % 4]
      /* Of one channel, all colours are the same. */
      const value = seen[pixel * channels + Math.min(channel, channels - 1)] ?? 0
      return channel === 3 ? 255 : Math.round(255 * value)
    })
    const palette = gifenc.quantize(rgba, 256)
    const colours = gifenc.applyPalette(rgba, palette)
    const zoomed = Uint8Array.from({ length: rows * columns }, (_, place) => {
      const [row, column] = [Math.floor(place / columns / zoom), Math.floor((place % columns) / zoom)]
      return colours[row * width + column] ?? 0
    })
    film.writeFrame(zoomed, columns, rows, { palette, delay: frameMs })
  }
  film.finish()
  return film.bytes()
}

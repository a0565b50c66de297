/** CLIP as Hugging Face exports it to ONNX: encoders of texts and pictures, each with its projection, in a folder. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf } from '../../../contracts/failure.ts'
import { openExportedModel } from '../../../engine/local/sessions/exported-model.ts'
import { openLibrary } from '../../../model/tokenizer/tokenizer-library.ts'
import { clipPicturesSchema, clipPixels } from './clip-pictures.ts'
import { unitRows, type ImageTextModel } from './image-text-model.ts'

/** Tokens of a text. */
const longest = 77

/** Holds memory until it is closed. */
interface OpenModel extends ImageTextModel {
  readonly close: () => Promise<void>
}

/** What is read before anything is started. */
interface ClipFolder {
  readonly path: string
  /** @throws {RangeError} as the folder's models are opened. */
  readonly open: (picture: { readonly height: number; readonly width: number }) => Promise<OpenModel>
}

/**
 * @param path of a folder with tokenizer.json, preprocessor_config.json, and text_model.onnx and vision_model.onnx there or in `onnx`.
 * @throws {RangeError} naming the file that is missing or unusable.
 */
export async function readClipFolder(path: string): Promise<ClipFolder> {
  const fileOf = (...names: readonly string[]): string => {
    const found = names.map(name => join(path, name)).find(file => existsSync(file))
    if (found === undefined)
      throw new RangeError(`methodOptions.clip must be a folder with ${names.join(' or ')}, got ${path}`)
    return found
  }
  const textFile = fileOf('text_model.onnx', 'onnx/text_model.onnx')
  const visionFile = fileOf('vision_model.onnx', 'onnx/vision_model.onnx')
  const read = async <T>(name: string, use: (value: unknown) => T): Promise<T> => {
    const file = fileOf(name)
    const text = await readFile(file, 'utf8')
    try {
      return use(JSON.parse(text))
    } catch (cause) {
      throw new RangeError(`${file} cannot be used: ${reasonOf(cause)}`, { cause })
    }
  }
  const tokenizer = await read('tokenizer.json', json => openLibrary(json, {}))
  const pictureSettings = await read('preprocessor_config.json', json => clipPicturesSchema.parse(json))
  return {
    path,
    open: async ({ height, width }) => {
      const [text, vision] = await Promise.all([openExportedModel(textFile), openExportedModel(visionFile)])
      const embed = async (words: string): Promise<Float32Array> => {
        const ids = tokenizer.encodeWhole(words)
        if (ids.length > longest)
          throw new RangeError(
            `a goal must have at most ${longest} tokens, got ${ids.length} in ${JSON.stringify(words)}`,
          )
        const shape = [1, ids.length]
        const feed = (name: string) =>
          [BigInt64Array.from(ids, id => (name === 'input_ids' ? BigInt(id) : 1n)), shape] as const
        return text.run(feed, 'text_embeds')
      }
      return {
        texts: async texts => {
          const vectors: Float32Array[] = []
          for (const words of texts) vectors.push(await embed(words))
          return unitRows(Float32Array.from(vectors.flatMap(vector => [...vector])), vectors[0]?.length ?? 1)
        },
        pictures: async pictures => {
          const pixels = height * width * 3
          const count = pictures.length / pixels
          const all = Array.from({ length: count }, (_, row) => {
            const bytes = pictures.slice(row * pixels, (row + 1) * pixels).map(value => Math.round(255 * value))
            return clipPixels({ height, width, bytes }, pictureSettings)
          })
          const { crop_size: cut } = pictureSettings
          const values = new Float32Array(count * 3 * cut.height * cut.width)
          all.forEach((each, row) => values.set(each, row * each.length))
          const vectors = await vision.run(() => [values, [count, 3, cut.height, cut.width]], 'image_embeds')
          return unitRows(vectors, vectors.length / count)
        },
        close: async () => {
          await Promise.all([text.close(), vision.close()])
        },
      }
    },
  }
}

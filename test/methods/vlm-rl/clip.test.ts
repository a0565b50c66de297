/** CLIP from a folder of ONNX files, against what `transformers` said of it (scripts/make-tiny-clip.py). */
import { readFileSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { readClipFolder } from '../../../src/methods/vlm-rl/image-text/clip.ts'
import { clipPicturesSchema, clipPixels } from '../../../src/methods/vlm-rl/image-text/clip-pictures.ts'
import { unitRows, type ImageTextModel } from '../../../src/methods/vlm-rl/image-text/image-text-model.ts'
import { parseRunConfig } from '../../../src/methods/registry/run-config.ts'
import { prepare } from '../../../src/run/prepare.ts'
import { startLab } from '../../../src/run/start-lab.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

interface Recorded {
  readonly texts: readonly { readonly text: string; readonly embedding: readonly number[] }[]
  readonly pictures: readonly {
    readonly height: number
    readonly width: number
    readonly pixels: readonly number[]
    readonly values: readonly number[]
    readonly embedding: readonly number[]
  }[]
}

const folder = 'test/fixtures/clip'
const recorded = JSON.parse(readFileSync(join(folder, 'recorded.json'), 'utf8')) as Recorded
const unit = (values: readonly number[]): Float32Array => unitRows(Float32Array.from(values), values.length)
const farthest = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.max(...Array.from(a, (value, place) => Math.abs(value - (b[place] ?? NaN))))

test('texts have the vectors that transformers gives them', async t => {
  const model = await (await readClipFolder(folder)).open({ height: 24, width: 16 })
  const texts = recorded.texts.map(({ text }) => text)
  const vectors = await model.texts(texts)
  recorded.texts.forEach(({ embedding, text }, row) => {
    const own = vectors.subarray(row * embedding.length, (row + 1) * embedding.length)
    t.true(farthest(own, unit(embedding)) < 1e-4, text)
  })
  await t.throwsAsync(async () => model.texts(['the road '.repeat(80)]), {
    instanceOf: RangeError,
    message: /^a goal must have at most 77 tokens, got \d+/,
  })
})

test('pictures are resized, cut and normalised as transformers does, and have its vectors', async t => {
  const settings = clipPicturesSchema.parse(
    JSON.parse(await readFile(join(folder, 'preprocessor_config.json'), 'utf8')),
  )
  for (const { height, width, pixels, values, embedding } of recorded.pictures) {
    const found = clipPixels({ height, width, bytes: Float32Array.from(pixels) }, settings)
    t.true(farthest(found, values) < 1e-4, `${height} × ${width}`)
    const model = await (await readClipFolder(folder)).open({ height, width })
    const twice = await model.pictures(Float32Array.from([...pixels, ...pixels], value => value / 255))
    const size = embedding.length
    t.true(farthest(twice.subarray(0, size), unit(embedding)) < 1e-5)
    t.deepEqual(twice.subarray(size), twice.subarray(0, size))
  }
})

test('a run closes the models that it opened', async t => {
  const config = parseRunConfig({
    ...{ method: 'vlm-rl', environment: { name: 'road' } },
    methodOptions: { clip: folder },
  })
  const preparation = await prepare(config, undefined)
  const { parts } = preparation.prepared as { readonly parts: { readonly clip?: () => Promise<ImageTextModel> } }
  const options = {
    stored: {},
    networks: {},
    inThread: true,
    tell: () => {},
    unsubscribed: new AbortController().signal,
  }
  const lab = await startLab({ config, preparation, ...options })
  const model = await parts.clip?.()
  t.is((await model?.texts(['a road']))?.length, recorded.texts[0]?.embedding.length)
  await lab.stop()
  await t.throwsAsync(async () => model?.texts(['a road']))
  const unused = await prepare(config, undefined)
  await t.notThrowsAsync(unused.prepared.close)
})

test('a folder that lacks a file, and settings that are not followed, are refused by name', async t => {
  await t.throwsAsync(readClipFolder('test/fixtures'), {
    instanceOf: RangeError,
    message: /a folder with text_model\.onnx or/,
  })
  const own = join(await temporaryFolder(t), 'clip')
  await cp(folder, own, { recursive: true })
  const file = join(own, 'preprocessor_config.json')
  const settings = JSON.parse(await readFile(file, 'utf8')) as object
  await writeFile(file, JSON.stringify({ ...settings, resample: 0 }))
  await t.throwsAsync(readClipFolder(own), {
    instanceOf: RangeError,
    message: /preprocessor_config\.json cannot be used: .*/s,
  })
  await rm(join(own, 'tokenizer.json'))
  await t.throwsAsync(readClipFolder(own), { message: /a folder with tokenizer\.json, got/ })
})

/**
 * VLM-RL's first check: a contrast of two goals says how clear the road is better than either goal does, as light moves both. The frozen
 * encoder of the preset of `road`, in drives of the script whose brightness differs by up to a half, where another car is within 10 m (further
 * off, clearance is cut off). Seeds 11 to 15 draw encoder and drives.
 * `npm run build && node dist/benches/control/contrast.js`
 */
import jStat from 'jstat'
import preset from '../../environments/road/preset.ts'
import { road } from '../../environments/road/index.ts'
import { endings } from '../../src/contracts/worlds/vector-world.ts'
import { initialiseNetwork } from '../../src/engine/networks/initialise-network.ts'
import { openTrainableNetwork } from '../../src/engine/networks/open-trainable-network.ts'
import { derive, randomFrom, rootKey, type Key } from '../../src/math/random.ts'
import { nth } from '../../src/math/nth.ts'
import { drivingNetworks, drivingOf } from '../../src/methods/vlm-rl/driving.ts'
import { frozenEncoder, shownExamples } from '../../src/methods/vlm-rl/image-text/frozen-encoder.ts'
import { vlmRlSettings } from '../../src/methods/vlm-rl/settings.ts'
import { asWorld } from '../../src/vector/as-world.ts'
import { claim } from './claims.ts'

const options = vlmRlSettings.methodOptions.parse(preset.methods['vlm-rl'].methodOptions)
const traffic = { ...preset.config.environment.options, lighting: 0.5 }
const worlds = options.examples.worlds

/** What the script sees after each step. @returns [steps · worlds × observation] */
function played(key: Key): Float32Array {
  const world = road(traffic, { worlds, key })
  const size = world.observationSize
  const observations = new Float32Array(worlds * size)
  const controls = new Float32Array(worlds * world.actions)
  const out = {
    observations,
    controls,
    actions: new Int32Array(0),
    rewards: new Float32Array(worlds),
    endings: new Uint8Array(worlds),
  }
  const seen = new Float32Array(options.examples.steps * worlds * size)
  const random = randomFrom(derive(key, 'script'))
  for (let one = 0; one < worlds; one += 1) world.reset(one, 0, out)
  for (let step = 0; step < options.examples.steps; step += 1) {
    for (let one = 0; one < worlds; one += 1)
      controls.set(world.script?.(observations.subarray(one * size, (one + 1) * size), random) ?? [], one * 2)
    world.step(0, worlds, out)
    seen.set(observations, step * worlds * size)
    for (let one = 0; one < worlds; one += 1) if (out.endings[one] !== endings.none) world.reset(one, step + 1, out)
  }
  return seen
}

const found = { contrast: [] as number[], wanted: [] as number[], unwanted: [] as number[] }
console.log('seed | rank correlation with clearance: contrast | goal that is wanted | goal that is not, negated')
for (const seed of [11, 12, 13, 14, 15]) {
  const key = rootKey(seed)
  const world = asWorld({ name: 'road', module: null }, road(traffic, { worlds, key }))
  const driving = drivingOf(world, options)
  const shape = drivingNetworks(driving, options)['encoder']
  if (shape === undefined) throw new Error('there must be an encoder')
  const state = initialiseNetwork(shape, derive(key, 'encoder'))
  const network = await openTrainableNetwork({ name: 'encoder', state, engine: { engine: 'onnx', threads: 1 } })
  const encode = (pictures: Float32Array) => network.forward(pictures, pictures.length / shape.inputs)
  const read = (seen: Float32Array) => ({
    pictures: driving.views(seen),
    clearances: driving.read(seen, 'clearance'),
  })
  const shown = await shownExamples(encode, read(played(derive(key, 'examples'))))
  const model = frozenEncoder(encode, shown, options.encoderSize)
  const { pictures, clearances } = read(played(derive(key, 'drives')))
  const [vectors, goals] = [await model.pictures(pictures), await model.texts([options.positive, options.negative])]
  await network.close()
  const size = goals.length / 2
  const similarity = (goal: number): readonly number[] =>
    clearances.map((_, row) => {
      let sum = 0
      for (let place = 0; place < size; place += 1)
        sum += nth(vectors, row * size + place) * nth(goals, goal * size + place)
      return sum
    })
  const [wanted, unwanted] = [similarity(0), similarity(1)]
  const scores = {
    contrast: wanted.map((value, row) => value - nth(unwanted, row)),
    wanted,
    unwanted: unwanted.map(value => -value),
  }
  const near = clearances.flatMap((clearance, row) => (clearance < 10 ? [row] : []))
  for (const name of Object.keys(found) as (keyof typeof found)[])
    found[name].push(
      jStat.spearmancoeff(
        near.map(row => nth(scores[name], row)),
        near.map(row => nth(clearances, row)),
      ),
    )
  console.log([seed, ...Object.values(found).map(values => values.at(-1)?.toFixed(3))].join(' | '))
}
const [contrast, wanted, unwanted] = [found.contrast, found.wanted, found.unwanted]
claim(
  contrast.every(value => value >= 0.7),
  'the contrast follows clearance, 0.7 and more',
)
claim(
  contrast.every((value, place) => value > nth(wanted, place) && value > nth(unwanted, place)),
  'better than each goal alone',
)

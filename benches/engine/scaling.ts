/**
 * How many tokens a second does the engine score, train and sample, from batches of 1 to 512 and widths of 64 to 768, and what
 * share of the machine's rate of matrix products does training reach? Heads of 64, at least 4; 2 layers, 64 tokens; sampling
 * writes 64 after prompts of 64.
 *
 * Operations of a training step: 3 × (2 × parameters × tokens + 4 × layers × queries' width × tokens × 64), the second
 * for attention: twice a multiplication and an addition for each query, each of the 64 keys, and each lane. The two passes back
 * count as two forward ones. The tied embedding counts as the head that it also is; looking it up costs nothing.
 */
import { createOnnxDevice } from '../../src/engine/local/create-onnx-device.ts'
import type { ModelConfig } from '../../src/contracts/models/model-config.ts'
import { initialise } from '../../src/model/tensors/initialise.ts'
import { rootKey } from '../../src/math/random.ts'
import { headSize, parameterCount } from '../../src/model/tensors/tensors.ts'
import { inTurn, median, timed, type Measure } from './in-turn.ts'
import { openPeak, operationsOfPeak } from './peak.ts'
import type { Settings } from './settings.ts'
import { adamw, configOf, examplesOf, randomTokens, requestsOf } from './subject.ts'
import { cells, header, perSecond } from '../table.ts'

const length = 64

interface Case {
  readonly width: number
  readonly batch: number
}

const widths = [64, 128, 256, 512, 768]
const batches = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
const usual: readonly Case[] = [
  ...[1, 8, 32, 128, 512].map(batch => ({ width: 128, batch })),
  ...[64, 256, 768].map(width => ({ width, batch: 32 })),
]

export async function scaling(settings: Settings): Promise<void> {
  const cases = settings.all ? widths.flatMap(width => batches.map(batch => ({ width, batch }))) : usual
  console.log(`\nTokens a second; peak is the rate of products of 1024 × 1024 in the same rounds, GFLOP/s.\n`)
  console.log(header(['width', 'batch', 'threads', 'logprobs', 'train', 'sample', 'train, GFLOP/s', 'peak', 'share']))
  for (const threads of settings.threads) {
    for (const each of cases)
      console.log(cells([each.width, each.batch, threads, ...(await measure(each, threads, settings))]))
  }
}

async function measure({ width, batch }: Case, threads: number, settings: Settings): Promise<readonly string[]> {
  const config = { ...configOf(width, 2 * length), ...headsOf(width) }
  const device = await createOnnxDevice({ threads })
  const peak = await openPeak(threads)
  try {
    await device.load('model', initialise(config, rootKey(1)))
    const tokens = randomTokens(batch, length)
    const sequences = tokens.map(sequence => ({ tokens: sequence }))
    const examples = examplesOf(tokens)
    const requests = requestsOf(tokens, length)
    const names = requests.map(({ sequenceId }) => sequenceId)
    const works = {
      score: () => device.logprobs('model', sequences),
      train: async () => {
        await device.forwardBackward('model', examples, { kind: 'cross-entropy' })
        await device.optimStep('model', adamw)
      },
      sample: async () => {
        await device.sample('model', requests)
        await device.release('model', names)
      },
      peak: peak.multiply,
    }
    const ways = Object.entries(works).map(([name, work]): [string, Measure] => [
      name,
      seconds => timed(work, seconds, { least: 1 }),
    ])
    const rounds = await inTurn(Object.fromEntries(ways), settings)
    const rates = (['logprobs', 'train', 'sample'] as const).map(name =>
      perSecond(batch * length, median(rounds, name)),
    )
    const gigaflops = (operations: number, name: string) => operations / (median(rounds, name) ?? NaN) / 1e6
    const [reached, most] = [gigaflops(operationsOf(config, batch), 'train'), gigaflops(operationsOfPeak, 'peak')]
    return [...rates, reached.toFixed(0), most.toFixed(0), `${((100 * reached) / most).toFixed(0)} %`]
  } finally {
    await peak.close()
    await device.close()
  }
}

function headsOf(width: number): Pick<ModelConfig, 'num_attention_heads' | 'num_key_value_heads'> {
  const heads = Math.max(4, width / 64)
  return { num_attention_heads: heads, num_key_value_heads: heads }
}

/** Of one training step of `batch` sequences. */
function operationsOf(config: ModelConfig, batch: number): number {
  const tokens = batch * length
  const queries = config.num_attention_heads * headSize(config)
  return 3 * (2 * parameterCount(config) * tokens + 4 * config.num_hidden_layers * queries * tokens * length)
}

/** Use of the device in an iteration, one line for each verb and model. */
import type { ServiceUse } from '../../contracts/models/device-usage.ts'
import type { IterationMetrics } from '../../contracts/metrics.ts'
import { compact, decimal, percent } from './numbers.ts'
import { left, right, textTable, type Column } from '../../text/text-table.ts'

const columns: readonly Column[] = [
  left('verb'),
  left('model'),
  ...['calls', 'sequences', 'a call', 'tokens/s', 'ms', 'queue ms', 'p95', 'longest'].map(right),
  left('calls by sequences'),
]

export function deviceTable({
  iteration,
  speed: { device, deviceShare, deviceUse, services = [] },
}: IterationMetrics): string {
  const rows = device.map(({ verb, model, calls, sequences, tokens, ms, sizes, queue }) => [
    verb,
    model,
    String(calls),
    String(sequences),
    decimal(sequences / calls, 1),
    tokens === 0 ? '–' : compact((1000 * tokens) / ms),
    decimal(ms, 0),
    decimal(queue.medianMs),
    decimal(queue.p95Ms),
    decimal(queue.maxMs),
    bucketsOf(sizes),
  ])
  const use = `iteration ${iteration}: the device worked ${percent(deviceShare)} % of the time, ${percent(deviceUse)} % of that in which anything waited`
  return [textTable(columns, rows), use, ...services.map(serviceLine)].join('\n\n')
}

/** In the service's own tokens. */
const serviceLine = (use: ServiceUse): string => {
  const { model, requests, untold, promptTokens, cachedTokens, completionTokens, forwardTokens, trainedTokens } = use
  const cached = cachedTokens === null ? '' : `, ${compact(cachedTokens)} of them from its cache`
  const passes =
    forwardTokens + trainedTokens === 0
      ? ''
      : `; ${compact(forwardTokens)} tokens of passes forward, ${compact(trainedTokens)} trained on`
  const silent = untold === 0 ? '' : `; ${untold} answers did not tell their tokens`
  return `${model} elsewhere: ${requests} requests, ${compact(promptTokens)} tokens of prompts${cached}, ${compact(completionTokens)} written${passes}${silent}`
}

/** `4–7: 12, 128–255: 3`. */
const bucketsOf = (sizes: readonly number[]): string =>
  sizes
    .flatMap((calls, b) => (calls === 0 ? [] : [`${b === 0 ? '1' : `${2 ** b}–${2 ** (b + 1) - 1}`}: ${calls}`]))
    .join(', ')

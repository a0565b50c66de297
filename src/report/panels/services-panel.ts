/** Use of the models on services and servers, in their own tokens. */
import type { ServiceUse } from '../../contracts/models/device-usage.ts'
import { groupBy } from '../../math/group-by.ts'
import { html, type Html } from '../../text/html.ts'
import { figuresTable } from './figures-table.ts'
import type { ReportData } from './report-data.ts'

export function servicesPanel({ metrics }: ReportData): Html | null {
  const rows = summed(metrics.flatMap(({ speed }) => speed.services ?? []))
  if (rows.length === 0) return null
  return html`<section>
    <h2>Services</h2>
    <p class="note">
      Tokens as services and servers count them over all iterations, evaluation and checkpoints not counted. Every
      prompt counts whole; those from a cache are part of them.
    </p>
    ${figuresTable(
      ['requests', 'tokens of prompts', 'from a cache', 'written', 'of passes', 'trained on', 'not told'],
      rows.map(use => ({
        name: use.model,
        figures: [
          count(use.requests),
          count(use.promptTokens),
          use.cachedTokens === null ? '–' : count(use.cachedTokens),
          count(use.completionTokens),
          count(use.forwardTokens),
          count(use.trainedTokens),
          count(use.untold),
        ],
      })),
    )}
  </section>`
}

/** By model, in the order in which they first come. */
const summed = (uses: readonly ServiceUse[]): readonly ServiceUse[] =>
  [...groupBy(uses, ({ model }) => model).values()].map(([first, ...others]) => others.reduce(sum, first))

const sum = (a: ServiceUse, b: ServiceUse): ServiceUse => ({
  model: a.model,
  requests: a.requests + b.requests,
  untold: a.untold + b.untold,
  promptTokens: a.promptTokens + b.promptTokens,
  cachedTokens:
    a.cachedTokens === null && b.cachedTokens === null ? null : (a.cachedTokens ?? 0) + (b.cachedTokens ?? 0),
  completionTokens: a.completionTokens + b.completionTokens,
  forwardTokens: a.forwardTokens + b.forwardTokens,
  trainedTokens: a.trainedTokens + b.trainedTokens,
})

const count = (value: number): string => value.toLocaleString('en')

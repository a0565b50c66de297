/** The work of a language model that proposes tasks. */
import type { ProposerWork } from '../../methods/method-work.ts'
import type { World } from '../../contracts/worlds/world.ts'
import { adaptQuestion } from '../../curriculum/model-proposals.ts'
import { mean } from '../../math/statistics.ts'
import { amount } from '../counts/amount.ts'
import type { Groups } from '../counts/groups.ts'
import { counted } from '../episodes/read-episode.ts'
import type { ModelWork } from '../counts/forecast.ts'
import { noWork } from './model-work.ts'
import { contextOf, halfOf, measureOf, type Speaker } from './speakers.ts'

/** Letters of criticism that one summary is made of, about. */
const letters = 2000

/**
 * For each task outside the band a summary of critics and a proposal, or as many as there may be attempts. About every drawn task is
 * taken to be outside, and its first proposal to be one that can be played.
 *
 * @param tasks of the world, at least one.
 */
export function proposerWork(
  { attempts, maxTokens }: Pick<ProposerWork, 'attempts' | 'maxTokens'>,
  { drawn, training }: Groups,
  { world, tasks, speaker }: { readonly world: World; readonly tasks: readonly unknown[]; readonly speaker: Speaker },
): ModelWork {
  const measure = measureOf(speaker, maxTokens)
  const asked = (instructions: string, message: string): number =>
    counted(speaker.renderer.question(instructions, message), measure)
  const { prompts, editor } = world
  const summary = asked(prompts?.critic ?? '', 'x '.repeat(letters / 2))
  const proposal = mean(
    tasks.map(task => {
      const told = editor?.proposals?.tell(task) ?? ''
      return asked(prompts?.proposer ?? '', adaptQuestion({ told, accuracy: 0, direction: 'easier', summary: null }))
    }),
  )
  const requests = amount(2 * drawn, training.most * (1 + attempts))
  const read = amount(drawn * (summary + proposal), requests.most * contextOf(speaker))
  return {
    ...noWork,
    requests,
    samples: requests,
    read,
    prompts: read,
    written: amount(requests.about * halfOf(maxTokens), requests.most * maxTokens),
  }
}

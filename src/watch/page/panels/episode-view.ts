/** One episode, step by step. */
import type { EpisodeDetail, ShownStep, EpisodeTest, EpisodeVerdict } from '../../contract/episodes.ts'
import { element, type Child } from '../dom/element.ts'
import { formatted, shortNumber } from '../dom/formats.ts'
import { numberCell, numberTitle, row, scrolled, table, title } from '../dom/table.ts'
import type { Store } from '../state/store.ts'

export function episodeView(store: Store, detail: EpisodeDetail): HTMLElement {
  const { episode, iteration, slot, won, score, goal, opening, steps, lastScreen, notes } = detail
  return element(
    'article',
    element(
      'h3',
      `${episode} `,
      element('span', { class: `verdict ${won ? 'better' : 'worse'}` }, won ? 'won' : 'lost'),
      ' ',
      element('small', `iteration ${iteration}, ${steps.length} steps, score ${shortNumber(score)}`),
    ),
    goal === null ? null : element('blockquote', goal),
    why(detail),
    element(
      'p',
      element(
        'button.link',
        { type: 'button', on: { click: () => store.show({ name: 'tasks', slot }) } },
        `History of its task, slot ${slot}`,
      ),
    ),
    notes.map(note => element('p.note', note)),
    element('h4', 'Opening'),
    element('pre', opening),
    element(
      'ol.steps',
      { start: 0 },
      steps.map((step, index) => stepItem(step, promptOf(detail, index))),
    ),
    lastScreen === null ? null : element('details', element('summary', 'Screen at the end'), screenOf(lastScreen)),
  )
}

/** The first thing to look at in a lost episode. */
function why({ won, steps }: EpisodeDetail): HTMLElement | null {
  if (won) return null
  const bad = steps.find(({ good }) => good === false)
  const blamed = steps.find(({ verdicts }) => verdicts.length > 0 && sum(verdicts.map(({ value }) => value)) < 0)
  const lines = [
    ...(bad === undefined
      ? []
      : [`The expert calls step ${bad.step} the first bad one: ${bad.goodReason ?? 'no reason given'}.`]),
    ...(blamed === undefined
      ? []
      : [
          `The observer first condemns step ${blamed.step}: ${blamed.verdicts.find(({ value }) => value < 0)?.reason ?? ''}`,
        ]),
  ]
  return lines.length === 0 ? null : element('p.why', lines.join(' '))
}

/** The policy's input: the opening, and each action with its observation. */
function promptOf({ opening, steps }: EpisodeDetail, upTo: number): string {
  return [opening, ...steps.slice(0, upTo).map(({ action, observation }) => `> ${action}\n${observation}`)].join('\n')
}

function stepItem(step: ShownStep, prompt: string): HTMLElement {
  const { agent, action, observation, good, goodReason, verdicts, tests, invalid, reward, advantage, screen } = step
  return element(
    'li',
    { class: good === null ? '' : good ? 'good' : 'bad' },
    element('p.action', agent === 'policy' ? '' : `${agent}: `, action === '' ? '(nothing)' : action),
    element('p.observation', observation),
    element(
      'p.verdicts',
      good === null
        ? null
        : [
            element(
              'span',
              { class: `verdict ${good ? 'better' : 'worse'}` },
              `expert ${good ? '+' : '−'} `,
              element('small', goodReason ?? ''),
            ),
            ' ',
          ],
      verdicts.map(verdict => [verdictLabel(verdict), ' ']),
      invalid === null ? null : element('span.verdict.unclear', 'not graded ', element('small', invalid)),
      element('span.numbers', `reward ${numberText(reward)} · advantage ${numberText(advantage)}`),
    ),
    tests.length === 0 ? null : testTable(tests),
    fold('Read so far', element('pre', prompt)),
    screen === null ? null : fold('Screen', screenOf(screen)),
  )
}

export const verdictLabel = ({ value, reason }: EpisodeVerdict): HTMLElement =>
  element(
    'span',
    { class: `verdict ${value > 0 ? 'better' : value < 0 ? 'worse' : 'unclear'}` },
    value > 0 ? '+ ' : value < 0 ? '− ' : '? ',
    element('small', reason),
  )

const testTable = (tests: readonly EpisodeTest[]): HTMLElement =>
  scrolled(
    table({
      titles: [title('test'), ...['correct programs pass', 'wrong ones pass'].map(numberTitle)],
      rows: tests.map(({ text, passedByCorrect, passedByIncorrect }) =>
        row(
          element('code', text),
          [passedByCorrect, passedByIncorrect].map(share => numberCell(formatted(share, 'percent', 2))),
        ),
      ),
    }),
  )

const fold = (title: string, body: Child): HTMLElement => element('details', element('summary', title), body)

/** Made by the server from an accessibility tree, with every text escaped; the page's policy would run nothing in it. */
function screenOf(html: string): HTMLElement {
  const made = element('div.shown', { role: 'img', 'aria-label': 'screen' })
  made.innerHTML = html
  return made
}

const numberText = (value: number | null): string =>
  value === null ? '–' : `${value > 0 ? '+' : ''}${shortNumber(value)}`
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

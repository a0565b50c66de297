/** The episodes of any iteration, and one of them in full. */
import type { EpisodeDetail, EpisodeList, EpisodeSummary } from '../../contract/episodes.ts'
import { element, fillWith } from '../dom/element.ts'
import { shortNumber } from '../dom/formats.ts'
import { numberCell, numberTitle, row, table, title } from '../dom/table.ts'
import { ask, asking } from '../state/ask.ts'
import type { Store } from '../state/store.ts'
import { episodeView } from './episode-view.ts'
import type { Panel } from '../state/panel.ts'
import { runChoice } from './runs/run-choice.ts'

export function episodesPanel(store: Store): Panel {
  const choice = runChoice(store)
  const slider = element('input', {
    type: 'range',
    id: 'iteration',
    min: 0,
    step: 1,
    on: { input: () => turnTo(Number(slider.value)) },
  })
  const output = element('output', { for: 'iteration' })
  const lostOnly = element('input', { type: 'checkbox', id: 'lost', on: { change: () => showList() } })
  const list = element('div.scroll.episode-list', { tabindex: 0 })
  const detail = element('div.episode')
  const lists = asking<EpisodeList | null>(found => {
    known = found
    showList()
  })
  const details = asking<EpisodeDetail | null>(found =>
    fillWith(detail, found === null ? element('p.note', 'Choose an episode.') : episodeView(store, found)),
  )
  let known: EpisodeList | null = null

  const turnTo = (index: number): void => {
    const iteration = known?.iterations[index]
    if (iteration !== undefined) store.show({ iteration, episode: '' })
  }
  const showList = (): void => {
    if (known === null) {
      fillWith(list, element('p.note', 'No run.'))
      return
    }
    const { iterations, iteration, episodes } = known
    slider.max = String(Math.max(0, iterations.length - 1))
    slider.value = String(iteration === null ? 0 : iterations.indexOf(iteration))
    slider.setAttribute('aria-valuetext', `iteration ${iteration ?? 'none'}`)
    output.textContent = iteration === null ? 'no episodes are kept' : `iteration ${iteration}`
    const rows = lostOnly.checked ? episodes.filter(({ won }) => !won) : episodes
    fillWith(list, episodeTable(store, rows))
  }
  const showDetail = async (): Promise<void> => {
    const run = store.run()?.id ?? ''
    const { episode } = store.view()
    const iteration = known?.iteration ?? null
    await details(JSON.stringify([run, iteration, episode]), async signal =>
      episode === '' || iteration === null ? null : ask('episode', { run, iteration, episode }, signal),
    )
  }

  return {
    element: element(
      'section',
      element('h2', 'Episodes'),
      element(
        'div.bar',
        choice.element,
        element('label', 'Iteration ', slider, ' ', output),
        element('label', lostOnly, ' lost only'),
      ),
      element('div.beside', list, detail),
    ),
    update: async () => {
      choice.update()
      const run = store.run()
      const { iteration, episode } = store.view()
      const key = JSON.stringify(run && [run.id, iteration, run.made, episode])
      const isShown = await lists(key, async signal => run && ask('episodes', { run: run.id, iteration }, signal))
      if (isShown) await showDetail()
    },
  }
}

function episodeTable(store: Store, episodes: readonly EpisodeSummary[]): HTMLElement {
  const { episode: chosen } = store.view()
  return table({
    titles: [title('Episode'), title('Outcome'), ...['Steps', 'Mean reward', 'Bad from'].map(numberTitle)],
    rows: episodes.map(({ episode, won, score, outcome, truncated, steps, reward, firstBad, invalid }) =>
      row(
        element(
          'button.link',
          {
            type: 'button',
            'aria-current': episode === chosen ? 'true' : null,
            on: { click: () => store.show({ episode }) },
          },
          episode,
        ),
        [
          element(
            'td',
            { class: won ? 'better' : 'worse' },
            `${outcome}${!won && score > 0 ? `, ${Math.round(score * 100)} %` : ''}`,
            truncated > 0 ? ` (${truncated} actions cut off)` : '',
            invalid > 0 ? ` (${invalid} steps not graded)` : '',
          ),
          numberCell(steps),
          numberCell(reward === null ? '–' : shortNumber(reward)),
          numberCell(firstBad ?? '–'),
        ],
        episode === chosen,
      ),
    ),
  })
}

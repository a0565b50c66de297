import { element, fillChoice } from '../../dom/element.ts'
import type { Store } from '../../state/store.ts'

interface RunChoice {
  readonly element: HTMLElement
  readonly update: () => void
}

/** Which run episodes, tasks and actors are of. */
export function runChoice(store: Store): RunChoice {
  const choice = element('select.of', {
    on: { change: () => store.show({ run: choice.value, episode: '', slot: null }) },
  })
  return {
    element: element('label', 'Run ', choice),
    update: () => {
      const ids = store.overview().runs.map(({ id }) => id)
      fillChoice(choice, ids)
      choice.value = store.run()?.id ?? ''
    },
  }
}

import { element, fillWith } from '../../dom/element.ts'
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
  let known = ''
  return {
    element: element('label', 'Run ', choice),
    update: () => {
      const ids = store.overview().runs.map(({ id }) => id)
      if (known !== ids.join('\n'))
        fillWith(
          choice,
          ids.map(id => element('option', { value: id }, id)),
        )
      known = ids.join('\n')
      choice.value = store.run()?.id ?? ''
    },
  }
}

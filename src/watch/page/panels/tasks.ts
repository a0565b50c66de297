/** The lineage of tasks: slots, and the history of one as a tree. */
import type { SlotSummary, TaskHistory, TaskList } from '../../contract/tasks.ts'
import { element, fillWith } from '../dom/element.ts'
import { formatted } from '../dom/formats.ts'
import { numberCell, numberTitle, row, table, title } from '../dom/table.ts'
import { ask, asking } from '../state/ask.ts'
import type { Store } from '../state/store.ts'
import type { Panel } from '../state/panel.ts'
import { runChoice } from './runs/run-choice.ts'
import { taskTree } from './task-tree.ts'

/** Slots that are listed; a long run has thousands. */
const maxListed = 200

export function lineagePanel(store: Store): Panel {
  const choice = runChoice(store)
  const list = element('div.scroll.slot-list', { tabindex: 0 })
  const tree = element('div.tree')
  const lists = asking<TaskList | null>(found => void (known = found))
  const trees = asking<TaskHistory | null>(found => fillWith(tree, found && taskTree(found)))
  let known: TaskList | null = null

  const showTree = async (): Promise<void> => {
    const run = store.run()
    const slot = store.view().slot ?? known?.slots[0]?.slot ?? null
    await trees(JSON.stringify([run?.id, slot, run?.made]), async signal =>
      run === null || slot === null ? null : ask('task', { run: run.id, slot }, signal),
    )
  }

  return {
    element: element(
      'section',
      element('h2', 'Tasks and their lineage'),
      element('div.bar', choice.element),
      element('div.beside', list, tree),
    ),
    update: async () => {
      choice.update()
      const run = store.run()
      const key = JSON.stringify(run && [run.id, run.made])
      if (!(await lists(key, async signal => run && ask('tasks', { run: run.id }, signal)))) return
      fillWith(list, known === null ? element('p.note', 'No run.') : slotTable(store, known.slots))
      await showTree()
    },
  }
}

function slotTable(store: Store, slots: readonly SlotSummary[]): HTMLElement {
  const changed = slots.filter(({ proposed }) => proposed > 0)
  const shown = changed.slice(0, maxListed)
  if (shown.length === 0) return element('p.note', 'No task was changed, and no change was proposed.')
  return table({
    caption: element(
      'caption.note',
      `${changed.length} of ${slots.length} tasks were tried in another form; those that changed most come first.`,
    ),
    titles: [title('Slot'), ...['Accepted', 'Proposed', 'Last change', 'Accuracy'].map(numberTitle)],
    rows: shown.map(({ slot, accepted, proposed, changed: last, accuracy }) =>
      row(
        element('button.link', { type: 'button', on: { click: () => store.show({ slot }) } }, `slot ${slot}`),
        [
          numberCell(accepted),
          numberCell(proposed),
          numberCell(last === null ? '–' : `iteration ${last}`),
          numberCell(formatted(accuracy, 'percent', 2)),
        ],
        slot === store.view().slot,
      ),
    ),
  })
}

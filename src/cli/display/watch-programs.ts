/** Shows programs being tried, then what became of them. */
import type { Observable } from 'rxjs'
import { writeFileAtomic } from '../../files/atomic.ts'
import type { Refusal } from '../../items/formats/item.ts'
import type { ProgramsEvent } from '../../items/score-programs.ts'
import type { ItemScore } from '../../items/score.ts'
import { leftAside, programsTable, totalsLine } from '../tables/programs-table.ts'
import { withProgress } from './with-progress.ts'
import type { Terminal } from '../terminal/terminal.ts'

/**
 * @param json file that receives all of it; `null` writes none.
 * @throws whatever ended the trials.
 */
export async function watchPrograms(
  terminal: Terminal,
  json: string | null,
  start: (signal: AbortSignal) => Observable<ProgramsEvent>,
): Promise<void> {
  if (json !== null) terminal.outliveDisplay()
  const items: ItemScore[] = []
  const refusals: Refusal[] = []
  const ends: Finished[] = []
  try {
    await withProgress(terminal, start, (event, display) => {
      switch (event.kind) {
        case 'progress':
          return display.advance(event.done, event.total, 'tried')
        case 'refused':
          return void refusals.push(event.refusal)
        case 'item':
          return void items.push(event.item)
        case 'finished':
          return void ends.push(event)
      }
    })
  } finally {
    for (const line of leftAside({ refusals, unused: ends[0]?.unused ?? [], items })) terminal.printError(line)
  }
  const end = ends[0]
  if (end === undefined) throw new Error('the trials ended without saying how')
  const { totals, unused } = end
  if (json !== null)
    await writeFileAtomic(json, `${JSON.stringify({ totals, items, refused: refusals, unused }, null, 2)}\n`)
  terminal.print(`${programsTable(items)}\n\n${totalsLine(totals)}`)
}

type Finished = Extract<ProgramsEvent, { kind: 'finished' }>

import type { ExperimentPlan } from '../../experiment/plan/experiment-plan.ts'
import { readExperiment } from '../../experiment/runner/read-experiment.ts'
import { writeExperiment } from '../../report/experiment/write-experiment.ts'
import { armsTable } from '../tables/comparison/arms-table.ts'
import { comparisonTables } from '../tables/comparison/comparison-tables.ts'
import { visible } from '../../text/visible.ts'
import { paintFor } from '../terminal/paint.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Prints the results of a plan's runs so far, and writes them into the folder of the experiment. */
export async function showExperiment(terminal: Terminal, plan: ExperimentPlan, directory: string): Promise<void> {
  const result = await readExperiment(plan, directory)
  const { arms, notes } = result
  if (arms.every(({ runs }) => runs.every(({ points }) => points.length === 0))) {
    terminal.print(`nothing has been measured in ${directory} yet`)
    return
  }
  const page = await writeExperiment(directory, result)
  const parts = [
    visible(armsTable(result, null)),
    comparisonTables(result, paintFor(terminal)),
    visible(notes.join('\n')),
    visible(`page: ${page}`),
  ]
  terminal.print(`\n${parts.filter(part => part !== '').join('\n\n')}`, true)
}

/** Tries programs on the items of a file, and says which items one of them solves. */
import { evaluatePrograms, type EvaluateProgramsOptions } from 'rlanything'

export async function solvedItems(options: EvaluateProgramsOptions): Promise<readonly string[]> {
  const solved: string[] = []
  await evaluatePrograms(options).forEach(event => {
    if (event.kind === 'refused') console.warn(`${event.refusal.where}: ${event.refusal.reason}`)
    if (event.kind !== 'item') return
    const { id, where, programs } = event.item
    if (programs.some(each => each.kind === 'scored' && each.passed === each.tests)) solved.push(id ?? where)
  })
  return solved
}

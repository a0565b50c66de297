/** The text above the desk for a person: the task and its progress. */
import type { ControlEvent } from '../kernel/use.ts'
import type { DeskDocument, DeskNode } from './document.ts'
import type { DeskOpening } from './opening.ts'

/** Puts it into the page. @returns reports events, and shows the answers. */
export function taskBar(
  document: DeskDocument,
  { goal, stepLimit }: NonNullable<DeskOpening['told']>,
): (event: ControlEvent) => void {
  const make = (tag: string, id: string, text: string): DeskNode => {
    const node = document.createElement(tag)
    node.setAttribute('id', id)
    node.textContent = text
    return node
  }
  const standing = make('p', 'standing', `Not yet. Steps: 0 of ${stepLimit}.`)
  standing.setAttribute('role', 'status')
  const bar = make('header', 'task', '')
  bar.append(
    make('p', 'goal', goal),
    standing,
    make('p', 'advice', 'Lists are scrolled by the wheel. Reload the page to start over.'),
  )
  document.body.append(bar)

  let sent: Promise<void> = Promise.resolve()
  const send = async (event: ControlEvent): Promise<void> => {
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch('events', { method: 'POST', headers, body: JSON.stringify(event) })
    const { won, steps } = (await answer.json()) as { won: boolean; steps: number }
    standing.textContent = `${won ? 'Won.' : 'Not yet.'} Steps: ${steps} of ${stepLimit}.`
    bar.dataset['won'] = String(won)
  }
  /* In the order in which they were done. */
  return event => {
    sent = sent
      .then(() => send(event))
      .catch(() => void (standing.textContent = 'rlanything play has ended: this task is no longer scored.'))
  }
}

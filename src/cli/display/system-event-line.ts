import type { SystemEvent } from '../../runtime/supervision/system-event.ts'

/** Lines of a dead actor's output that are shown; all that is known of it is in deaths.jsonl. */
const lastLines = 3

/** An event of an actor as one line, with the last output of an actor that died. */
export function systemEventLine(event: SystemEvent): string {
  if (event.kind === 'exited') return `${event.actor} ended without being asked`
  if (event.kind === 'restarted') return `${event.actor} is running again (restart ${event.incarnation})`
  const { actor, cause, reason, output } = event.death
  const said = output.trimEnd() === '' ? [] : output.trimEnd().split('\n').slice(-lastLines)
  return [
    `${actor} died (${cause}): ${reason}; ${responseText(event.response)}`,
    ...said.map(line => `  | ${line}`),
  ].join('\n')
}

function responseText(response: Extract<SystemEvent, { kind: 'died' }>['response']): string {
  switch (response.kind) {
    case 'stop':
      return 'it stays dead'
    case 'restart':
      return `another takes its place in ${response.delayMs} ms`
    case 'escalate':
      return `everything stops: ${response.reason}`
  }
}

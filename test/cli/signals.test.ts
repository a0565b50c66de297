/** What is answered to a signal, by how far the run has got. */
import { join } from 'node:path'
import test from 'ava'
import { Observable } from 'rxjs'
import { InterruptedError } from '../../src/cli/terminal/interrupts.ts'
import { signals, type Signal } from '../../src/cli/terminal/terminal.ts'
import type { TrainingEvent } from '../../src/run/events/events.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { fixtureMeasures, metricsOf, summaryOf, writeFixtureRun } from '../run/report-fixture.ts'
import { commandLine, type Outcome } from './command-line.ts'

const codes: Readonly<Record<Signal, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

/** Sends signals after so many events; the run breaks off, or goes on to its end. */
async function interrupted(
  events: readonly TrainingEvent[],
  { after, sent, breaksOff }: { after: number; sent: readonly Signal[]; breaksOff: boolean },
): Promise<Outcome> {
  let send: (signal?: Signal) => void = () => undefined
  const training = new Observable<TrainingEvent>(out => {
    for (const [index, event] of events.entries()) {
      if (index === after) {
        for (const signal of sent) send(signal)
        if (breaksOff) return out.error(new InterruptedError(sent[0]!))
      }
      out.next(event)
    }
    out.complete()
  })
  return commandLine(['resume', 'x'], { training, interrupt: give => (send = give) })
}

const eventsOf = (directory: string): readonly TrainingEvent[] => [
  { kind: 'started', directory, resumedFrom: null, totalIterations: 60, measures: fixtureMeasures },
  { kind: 'measured', before: summaryOf(0) },
  { kind: 'iteration', metrics: metricsOf(20), totalIterations: 60, remainingMs: 62_000 },
  { kind: 'finished', directory, before: summaryOf(0), after: summaryOf(20), reason: 'interrupted' },
]

test('every signal asks for the same, and ends with its own code; a second one ends at once', async t => {
  const directory = join(await temporaryFolder(t), 'a run')
  await writeFixtureRun(directory)
  for (const first of signals) {
    const once = await interrupted(eventsOf(directory), { after: 3, sent: [first], breaksOff: false })
    t.is(once.code, codes[first])
    t.deepEqual(once.quits, [])
    t.regex(once.errors, /^Finishing iteration 21 of 60, then saving/)
    t.true(once.printed.endsWith(`resume with: npx rlanything resume '${directory}'`), once.printed)
    for (const second of signals) {
      const sent = [first, second]
      t.deepEqual((await interrupted(eventsOf(directory), { after: 3, sent, breaksOff: false })).quits, [codes[second]])
    }
  }
})

test('it is said what is waited for, and that nothing is where nothing has been trained', async t => {
  const events = eventsOf('runs/x')
  const stop = (after: number) => interrupted(events, { after, sent: ['SIGTERM'], breaksOff: true })
  t.like(await stop(0), {
    code: 143,
    errors: 'stopping before the first iteration: nothing to save\ninterrupted before it began',
  })
  const measuring = await stop(1)
  t.is(measuring.code, 143)
  t.regex(measuring.errors, /^stopping before the first iteration: nothing to save\n/)
  t.true(measuring.errors.endsWith('begin it again with: npx rlanything resume runs/x'))
  t.regex((await stop(2)).errors, /^Finishing iteration 1 of 60, then saving/)
})

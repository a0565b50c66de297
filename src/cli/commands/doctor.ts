import { InvalidArgumentError, type Command } from 'commander'
import type { DoctorEvent } from '../../engine/doctor/doctor.ts'
import type { Tried } from '../../engine/doctor/recommend.ts'
import type { CliContext } from '../terminal/context.ts'
import { advice, doctorTable } from '../tables/doctor-table.ts'
import { codeAfter, listenForInterrupts } from '../terminal/interrupts.ts'
import { progressDisplay } from '../display/progress-display.ts'

interface Flags {
  readonly seconds?: number
  readonly limit?: number
  readonly json?: boolean
}

/** `doctor`: which engines work here, how fast each is, what to install for more, which to choose. */
export function doctorCommand(parent: Command, { terminal, training, exit }: CliContext): void {
  parent
    .command('doctor')
    .description('try every engine on this machine: which work, how fast each is, what to install for more')
    .option('--seconds <s>', 'for how long each verb of an engine is timed (default: 0.5)', amount('--seconds'))
    .option('--limit <s>', 'longest time for one engine (default: 60)', amount('--limit'))
    .option('--json', 'one JSON object an engine, then the recommendation')
    .action(async ({ seconds, limit, json = false }: Flags) => {
      const { diagnose } = await training()
      const interrupts = listenForInterrupts(terminal, () => 'stopping')
      const display = progressDisplay(terminal)
      const tried: Tried[] = []
      const show = (event: DoctorEvent): void => {
        switch (event.kind) {
          case 'progress':
            return display.advance(event.done, event.total, event.label)
          case 'tried':
            tried.push(event)
            break
          case 'recommended':
            exit(event.usualWorks ? 0 : 1)
            if (!json) display.line(`${doctorTable(tried, event)}\n\n${advice(event)}`)
        }
        if (json) display.line(JSON.stringify(event))
      }
      try {
        await diagnose({
          ...(seconds === undefined ? {} : { seconds }),
          ...(limit === undefined ? {} : { limitSeconds: limit }),
          signal: interrupts.signal,
        }).forEach(show)
      } finally {
        display.stop()
        interrupts.dispose()
      }
      if (interrupts.signal.aborted) exit(codeAfter(interrupts))
    })
}

const amount =
  (option: string) =>
  (text: string): number => {
    const value = Number(text)
    if (text.trim() !== '' && value > 0 && value < 1e6) return value
    throw new InvalidArgumentError(`${option} must be in (0, 10⁶), got ${text}`)
  }

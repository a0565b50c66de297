/** The command line as a whole: its commands, and the exit code of each sort of failure. */
import { Command, CommanderError } from 'commander'
import { DeathError } from '../runtime/errors/death-error.ts'
import { FailedBatchError } from '../learning/failed-batch.ts'
import { RunFailedError } from '../run/failures/run-failed-error.ts'
import { InvalidShareError } from '../rollout/invalid.ts'
import { DiskError, RunDirectoryError } from '../run/directory/records/run-directory-error.ts'
import { checkCommand } from './commands/check.ts'
import { attackCommand } from './records/attack.ts'
import { benchCommand } from './commands/bench.ts'
import { compareCommand } from './records/compare.ts'
import { configCommand } from './commands/config.ts'
import { convertCommand } from './commands/convert.ts'
import { doctorCommand } from './commands/doctor.ts'
import { evalCommand } from './commands/eval.ts'
import { experimentCommand } from './commands/experiment.ts'
import { exportCommand } from './records/export.ts'
import { initCommand } from './projects/init.ts'
import { inspectCommand } from './records/inspect.ts'
import { playCommand } from './commands/play.ts'
import { replayCommand } from './records/replay.ts'
import { reportCommand } from './records/report.ts'
import { sessionsCommand } from './records/sessions.ts'
import { gatewayCommand } from './services/gateway.ts'
import { serveCommand } from './services/serve.ts'
import { serveEngineCommand } from './services/serve-engine.ts'
import { reverifyCommand } from './records/reverify.ts'
import { resumeCommand } from './commands/resume.ts'
import { trainCommand } from './commands/train.ts'
import { warmStartCommand } from './commands/warm-start.ts'
import { watchCommand } from './services/watch.ts'
import { workerCommand } from './services/worker.ts'
import type { CliContext } from './terminal/context.ts'
import { InterruptedError, interruptedCode } from './terminal/interrupts.ts'
import { textTerminal } from './terminal/text-terminal.ts'
import type { Terminal } from './terminal/terminal.ts'
import { framesOf, reasonOf } from '../contracts/failure.ts'
import { FailedError } from '../runtime/errors/failed-error.ts'
import { isError, isRangeError } from '../contracts/built-in-error.ts'

const commands = [
  initCommand,
  trainCommand,
  resumeCommand,
  evalCommand,
  warmStartCommand,
  experimentCommand,
  configCommand,
  convertCommand,
  inspectCommand,
  watchCommand,
  reportCommand,
  exportCommand,
  compareCommand,
  benchCommand,
  doctorCommand,
  playCommand,
  replayCommand,
  reverifyCommand,
  checkCommand,
  attackCommand,
  serveCommand,
  serveEngineCommand,
  gatewayCommand,
  sessionsCommand,
  workerCommand,
]

/**
 * Runs one command line.
 * @param args without the program's own name.
 * @returns the exit code: 0 done, 1 failed, 2 for an impossible request, 128 + its signal if interrupted.
 */
export async function runProgram(
  args: readonly string[],
  context: Omit<CliContext, 'exit'> & { readonly version: string },
): Promise<number> {
  const terminal = textTerminal(context.terminal)
  let code = 0
  const program = new Command('rlanything')
    .description('Reinforcement learning for language-model agents.')
    .version(context.version)
    .exitOverride()
    .configureOutput({
      writeOut: text => terminal.print(text.trimEnd()),
      writeErr: text => terminal.printError(text.trimEnd()),
    })
  const exit = (given: number) => void (code = given)
  for (const add of commands) add(program, { ...context, terminal, exit })
  try {
    /* Else Commander would print the help at once, and `bench` could not load its settings for it. */
    const asked = args[0] === 'help' ? helpOf(program, args.slice(1)) : args
    await program.parseAsync(asked, { from: 'user' })
    return code
  } catch (error) {
    return failureCode(error, terminal)
  }
}

/** The command's own option for help; of a name that there is not, the name alone, which is refused. */
function helpOf(program: Command, words: readonly string[]): readonly string[] {
  const isKnown = program.commands.some(command => command.name() === words[0])
  return isKnown || words.length === 0 ? [...words, '--help'] : words
}

/** Tells the person what went wrong; with a stack only where the fault is ours, or that of code which the run was given. */
function failureCode(error: unknown, terminal: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof InterruptedError) return error.exitCode
  if (isError(error) && error.name === 'AbortError') return interruptedCode
  if (error instanceof RunFailedError) {
    const code = failureCode(error.cause, terminal)
    terminal.printError(error.remedy)
    return code
  }
  const text = reasonOf(error)
  if (isRangeError(error) || error instanceof RunDirectoryError) {
    terminal.printError(`error: ${text}`)
    return 2
  }
  if (error instanceof DeathError) {
    const { cause, stack } = error.death
    terminal.printError(`error: ${text}${cause === 'exception' ? `\n${stack}` : ''}`)
    return 1
  }
  const expected =
    error instanceof DiskError ||
    error instanceof InvalidShareError ||
    error instanceof FailedBatchError ||
    error instanceof FailedError ||
    (isError(error) && error.constructor.name === 'Error')
  if (expected) terminal.printError([`error: ${text}`, ...foreignFrames(error)].join('\n'))
  else terminal.printError(`error: ${isError(error) ? (error.stack ?? text) : text}`)
  return 1
}

/** The frames of an error from another thread, or from the user's code. */
function foreignFrames(error: unknown): readonly string[] {
  if (error instanceof FailedError && 'stack' in error.failure)
    return framesOf(error.failure.stack).map(frame => `    ${frame}`)
  return isError(error) && error.cause !== undefined ? foreignFrames(error.cause) : []
}

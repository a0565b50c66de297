/** Where a benchmark is measured: what its numbers depend on besides its settings. */
import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { versions } from '../../run/directory/versions.ts'
import { processorLoad, type ProcessorLoad } from '../../runtime/processor-load.ts'

export interface MeasuredOn extends ProcessorLoad {
  /** Of this package, Node.js, the platform and the instruction set. */
  readonly versions: Readonly<Record<string, string>>
  /** Of the checkout, with a mark where files are changed; `null` where this is an installed package. */
  readonly commit: string | null
  readonly processor: string
}

export async function machineNow(): Promise<MeasuredOn> {
  return {
    versions: await versions(),
    commit: commit(),
    processor: cpus()[0]?.model ?? 'unknown',
    ...processorLoad(),
  }
}

const root = fileURLToPath(new URL('../../../../', import.meta.url))

function commit(): string | null {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    /* An installed package may lie in the checkout of another project. */
    if (git('ls-files', 'package.json') === '') return null
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '-uno') === '' ? '' : ' with changes'}`
  } catch {
    return null
  }
}

/** One line for a person. */
export const describeMachine = ({
  versions: { instructions, node },
  commit,
  processor,
  cores,
  load,
}: MeasuredOn): string =>
  `${commit === null ? '' : `Commit ${commit}, `}${cores} cores of ${processor} with ${instructions}, Node ${node}, load ${load} before.`

/** Programs on tests in the sandbox, beside a process of Python for each run. */
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { timed } from '../engine/in-turn.ts'
import { measureOf } from '../engine/peer.ts'
import { ordinary, testsEach } from '../sandbox/programs.ts'
import { passAll } from '../sandbox/throughput.ts'
import type { PeerWork } from './comparison.ts'
import { familyMs } from './family-time.ts'
import { startPeer, threads } from './start-peer.ts'

/** Programs in one call. */
const counts = { ours: 100, theirs: 2 }

export const programs: PeerWork = {
  title: 'python3',
  caveat: 'CPython has the whole language and library; the sandbox (monty) runs a part of it.',
  open: async ({ python }) => {
    const peer = await startPeer('processes.py', python)
    const sandbox = createSandbox({ threads })
    const jobs = Array.from({ length: counts.theirs }, (_, n) => ordinary('monty', n))
    const asked = { work: 'run', programs: jobs.map(({ program, tests }) => ({ program, tests })) }
    return {
      versions: peer.versions,
      comparisons: [
        {
          work: `short programs, ${testsEach} tests each`,
          peer: 'a process of python3 for each test',
          unit: 'programs',
          ours: {
            measure: seconds =>
              timed(() => passAll(sandbox, { sandbox: 'monty', count: counts.ours }), seconds, { processor: familyMs }),
            units: counts.ours,
          },
          theirs: { measure: measureOf(peer, asked), units: counts.theirs },
        },
      ],
      close: async () => {
        peer.close()
        await sandbox.close()
      },
    }
  },
}

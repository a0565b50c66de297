/** A process that makes the image which interpreters begin from. It runs no program, and ends when it has told the image. */
import { serve } from '../../runtime/process/serve.ts'
import { load } from './load.ts'
import { pythonSide } from './python-side.ts'

serve<Uint8Array>(async ({ end }) => {
  const { python } = await load({ _makeSnapshot: true })
  python.runPython(pythonSide)
  end(python.makeMemorySnapshot())
  return async () => {}
})

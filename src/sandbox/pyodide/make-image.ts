/** A process that makes the image from which interpreters start. It runs no program, and ends once it has sent the image. */
import { serve } from '../../runtime/process/serve.ts'
import { load } from './load.ts'
import { pythonSide } from './python-side.ts'

serve<Uint8Array>(async ({ end }) => {
  const { python } = await load({ _makeSnapshot: true })
  python.runPython(pythonSide)
  end(python.makeMemorySnapshot())
  return async () => {}
})

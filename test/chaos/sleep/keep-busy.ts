import { spawn } from 'node:child_process'

/** Starts processes that want a core each; they end with this one, however it ends. @returns ends them. */
export function keepBusy(processes: number): () => void {
  /* Whoever is gone answers no more: the end of its standard input ends each of them within a tenth of a second. */
  const program = `process.stdin.on('end', () => process.exit()).resume()
    setInterval(() => { for (const began = Date.now(); Date.now() - began < 100;); })`
  const children = Array.from({ length: processes }, () =>
    spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'ignore', 'ignore'] }),
  )
  return () => children.forEach(child => child.kill('SIGKILL'))
}

/** As native code may: ends its process in the midst of what it should do. */
const told = [
  { kind: 'opened' },
  { kind: 'compared', difference: 0 },
  { kind: 'timed', speed: { verb: 'sample', tokensPerSecond: 5, firstMs: 1 } },
]
process.stderr.write('all is well\nSegmentation fault\n')
for (const message of told) process.send?.(message)
process.send?.({ kind: 'opened' }, () => void process.kill(process.pid, 'SIGKILL'))

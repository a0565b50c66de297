import test from 'ava'
import { readTimeline } from '../../src/run/directory/records/timeline-file.ts'
import { usualRun } from './usual-run.ts'

test.serial('a run keeps when its loop and its device did what', async t => {
  const { directory, events } = await usualRun()
  const lines = await readTimeline(directory, 0, 1000)
  const made = events.flatMap(event => (event.kind === 'iteration' ? [event.metrics.iteration] : []))
  t.deepEqual(
    lines.map(({ iteration }) => iteration),
    made,
  )
  t.is(new Set(lines.map(({ session }) => session)).size, 1)
  let last = 0
  for (const { loop, device, links, samples } of lines) {
    t.deepEqual(
      loop.map(([name]) => name),
      ['collect', 'learn', 'evaluation', 'checkpoint'],
    )
    for (const [, startMs, endMs] of loop) {
      t.true(startMs >= last && endMs >= startMs)
      last = endMs
    }
    t.true(device.some(([verb]) => verb === 'sample') && device.some(([verb]) => verb === 'forward-backward'))
    const [, startMs = 0] = loop[0] ?? []
    const [, , endMs = 0] = loop[1] ?? []
    const training = device.filter(([verb]) => verb === 'forward-backward')
    t.true(training.every(([, , from, to]) => from >= startMs && to <= endMs))
    t.true(device.every(([, , from, to, busyMs, calls, depth]) => to - from >= busyMs - 0.02 && calls > 0 && depth > 0))
    t.true(samples.every(row => row.length === links.length + 1))
  }
})

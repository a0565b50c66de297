import test from 'ava'
import { VirtualTimeScheduler } from 'rxjs'
import { watchServices } from '../../src/engine/http/watch-services.ts'

/** A service that is there at some of the looks. */
async function watched(there: readonly boolean[]): Promise<readonly string[]> {
  const clock = new VirtualTimeScheduler()
  const said: string[] = []
  let looks = 0
  const fetch = () => {
    const isThere = there[looks] ?? true
    looks += 1
    const refused = new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) })
    return isThere ? Promise.resolve(new Response()) : Promise.reject(refused)
  }
  const warn = (text: string) => void said.push(`${clock.now() / 1000} s: ${text}`)
  const service = { url: 'http://127.0.0.1:9', deadlineMs: 300_000 }
  const end = watchServices([service, service], { warn, scheduler: clock, fetch })
  while (looks < there.length) {
    clock.flush()
    await new Promise(resolve => setImmediate(resolve))
  }
  end()
  return said
}

const gone = 'http://127.0.0.1:9 cannot be reached (ECONNREFUSED); '
const atStart = `${gone}the start waits for it, up to 45 s`
const later = `${gone}requests wait for it, each up to 300 s`

test('a service that is not there is told after a second, once, and when it is there', async t => {
  t.deepEqual(await watched([false, false, false, false, true, true]), [
    `1 s: ${atStart}`,
    '16 s: http://127.0.0.1:9 is there',
  ])
})

test('one that is there, or was not at one look alone, is not spoken of', async t => {
  t.deepEqual(await watched([true, true, true]), [])
  t.deepEqual(await watched([true, false, true, false, true]), [])
})

test('each outage is told', async t => {
  t.deepEqual(await watched([false, false, true, false, false, true]), [
    `1 s: ${atStart}`,
    '6 s: http://127.0.0.1:9 is there',
    `12 s: ${later}`,
    '17 s: http://127.0.0.1:9 is there again',
  ])
})

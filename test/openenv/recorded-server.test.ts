/** Our server is asked what the real ones were asked, and answers in their form. */
import test from 'ava'
import { serveCorridor } from './corridor.ts'
import { open } from './socket.ts'
import { connectionsOf, httpRows, isRecorded } from './traffic.ts'

const run = isRecorded ? test : test.skip
const titled = (title: string): string => (isRecorded ? title : `SKIPPED, the recorded traffic is not there: ${title}`)
const version = '0.10.0'

/** Keys and kinds of values; lists by their first element. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, part]) => [key, shapeOf(part)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** Ours tells the score too, and has the faults' own words. */
function comparable(frame: unknown): unknown {
  return JSON.parse(JSON.stringify(frame), (key, value: unknown) => {
    if (key === 'metadata' && typeof value === 'object' && value !== null) {
      const { score: _, ...rest } = value as Readonly<Record<string, unknown>>
      return rest
    }
    return key === 'episode_id' ? null : value
  }) as unknown
}

run(titled('frames of a corridor are answered as the real server answered them'), async t => {
  const { url } = await serveCorridor(t, { sessions: 2 })
  let compared = 0
  for (const frames of connectionsOf(version, 'corridor')) {
    /* The third of the recorded connections found the server full; see the test of the capacity. */
    if (frames.some(({ frame }) => JSON.stringify(frame).includes('CAPACITY_REACHED'))) continue
    const { ask, closed, socket } = await open(t, url)
    let isOver = false
    for (const [place, { from, frame }] of frames.entries()) {
      if (from !== 'client') continue
      const wanted = frames[place + 1]
      const sent = (frame as { readonly text?: string }).text ?? frame
      if (wanted?.from !== 'server') {
        socket.send(JSON.stringify(sent))
        t.is(await closed, 1000)
        break
      }
      const told = (await ask(sent)) as { readonly type: string; readonly data: { readonly done?: boolean } }
      const known = wanted.frame as { readonly type: string; readonly data: Readonly<Record<string, unknown>> }
      const asked = (frame as { readonly type?: string }).type
      if (isOver && asked === 'step' && known.type === 'observation') {
        /* Ours refuses to go on with an episode that is over, where the recorded world just went on. */
        t.like(told, { type: 'error', data: { code: 'EXECUTION_ERROR' } })
        continue
      }
      if (known.type === 'error') {
        const { code, errors } = known.data
        t.like(told, { type: 'error', data: { code, ...(errors === undefined ? {} : { errors }) } })
      } else {
        /* The state here has no place. */
        const { at: _, ...data } = known.data
        t.deepEqual(shapeOf(comparable(told)), shapeOf(comparable({ ...known, data })), JSON.stringify(told))
      }
      if (told.type === 'observation') isOver = told.data.done === true
      compared += 1
    }
  }
  t.true(compared >= 15, `${compared} frames`)
})

run(titled('requests over HTTP are answered with the recorded status and form'), async t => {
  const { url } = await serveCorridor(t)
  let compared = 0
  for (const { method, path, request, status, response } of httpRows(version, 'corridor')) {
    /* Ours has splits, and other words for what it is. */
    if (/splits|openapi|schema/.test(path)) continue
    const text = (request as { readonly text?: string } | undefined)?.text
    const body = request === undefined ? null : (text ?? JSON.stringify(request))
    const answer = await fetch(url + path, {
      method,
      ...(body === null ? {} : { body, headers: { 'content-type': 'application/json' } }),
    })
    const told = await answer.text()
    t.is(answer.status, status, path)
    if (status === 500) {
      t.is(told, 'Internal Server Error')
      continue
    }
    const known = JSON.parse(JSON.stringify(response)) as Record<string, unknown>
    if (path === '/state') delete known['at']
    t.deepEqual(shapeOf(comparable(JSON.parse(told))), shapeOf(comparable(known)), `${method} ${path}: ${told}`)
    compared += 1
  }
  t.true(compared >= 10, `${compared} requests`)
})

run(titled('the schemas have the parts that clients look for'), async t => {
  const { url } = await serveCorridor(t)
  const row = httpRows(version, 'corridor').find(({ path }) => path === '/schema')
  const told = (await (await fetch(`${url}/schema`)).json()) as Record<string, Record<string, object>>
  const known = row?.response as Record<string, Record<string, object>>
  t.deepEqual(Object.keys(told).sort(), Object.keys(known).sort())
  for (const part of ['observation', 'reset_observation'])
    for (const name of Object.keys(known[part]?.['properties'] ?? {}))
      t.true(name in (told[part]?.['properties'] ?? {}), name)
  t.deepEqual(told['action']?.['required'], known['action']?.['required'])
  const { info, paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { info: object; paths: object }
  t.like(info, { version: '1.0.0' })
  for (const path of ['/reset', '/step', '/state']) t.true(path in paths)
})

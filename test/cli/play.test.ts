/** `play`: a person's page is served until the task is won, or the person stops. */
import test from 'ava'
import { isOpening } from '../../environments/desk/page/opening.ts'
import { expertEvents } from '../environments/desk/page/by-hand.ts'
import { commandLine } from './command-line.ts'

/** Plays as the expert would, over the wire, to the end. */
async function win(url: string): Promise<number> {
  const opening: unknown = await (await fetch(new URL('begun.json', url))).json()
  if (!isOpening(opening)) throw new TypeError('no opening')
  const events = expertEvents(opening.state)
  const headers = { 'Content-Type': 'application/json' }
  for (const event of events)
    await fetch(new URL('events', url), { method: 'POST', headers, body: JSON.stringify(event) })
  return events.length
}

test('a person who wins is told so, with the steps taken', async t => {
  let played: Promise<number> = Promise.resolve(0)
  const { code, printed } = await commandLine(['play', 'desk', '--seed', '3', '--split', 'unseen', '--no-open'], {
    told: text => {
      const [url] = /http:\S+/.exec(text) ?? []
      if (url !== undefined) played = win(url)
    },
  })
  t.is(code, 0)
  t.regex(printed, new RegExp(`^Task: [^]*Won\\. Steps: ${await played} of \\d+\\.$`))
})

test('a person who stops has not won', async t => {
  let send: () => void = () => {}
  const { code, printed } = await commandLine(['play', 'desk', '--seed', '3', '--no-open'], {
    interrupt: give => (send = give),
    told: text => {
      if (text.includes('http:')) send()
    },
  })
  t.is(code, 130)
  t.regex(printed, /Not won\. Steps: 0 of \d+\.$/)
})

test('a world without a page is refused, as are a seed and a port that are none', async t => {
  const refused = [
    ['household', /household has no page that a person could play/],
    ['desk --port -1', /--port must be an integer in \[0, 65535\], got -1/],
    ['desk --port 65536', /--port must be an integer in \[0, 65535\], got 65536/],
    ['desk --seed often', /seed must be an integer of at least 0, got "often"/],
    ['desk --split new', /--split/],
  ] as const
  for (const [words, message] of refused) {
    const { code, errors } = await commandLine(['play', ...words.split(' '), '--no-open'])
    t.is(code, 2, words)
    t.regex(errors, message)
  }
})

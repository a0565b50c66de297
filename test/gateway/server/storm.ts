/** Clients that do to a gateway all that real ones do: hang up, retry, send a turn twice, edit what was said, and send what is hardly text. */
import type { ExecutionContext } from 'ava'
import fc from 'fast-check'
import type { JournalLine, TurnLine } from '../../../src/gateway/journal.ts'
import { nth } from '../../../src/math/nth.ts'
import { completedIn } from './completed.ts'
import { Client, openings } from './client.ts'
import { scriptedGateway } from './scripted.ts'
import { anyText } from '../../fixtures/any-text.ts'

interface Step {
  readonly act: 'ask' | 'leave' | 'twice' | 'cut' | 'edit'
  readonly text: string
  /** Events after which a stream is cut. */
  readonly pieces: number
}

const text = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom('look', 'Nothing happens.', ' go\r\n', 'Zürich 🌧') },
  { weight: 5, arbitrary: fc.constantFrom('\0', 'a\0b', '\ud83c', '\udf27\ud83c', '') },
  { weight: 5, arbitrary: anyText() },
)
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom('ask', 'ask', 'ask', 'leave', 'twice', 'cut', 'edit'),
  text,
  pieces: fc.integer({ min: 1, max: 4 }),
})

export interface StormSize {
  readonly sessions: number
  readonly steps: number
  /** Gateways, each of which begins with what the one before wrote. */
  readonly lives: number
}

/** What `size` asks for. @param seeds of the clients' opening. */
export const anyStorm = ({ sessions, steps }: StormSize) =>
  fc.array(
    fc.record({
      opening: fc.nat(),
      isNamed: fc.boolean(),
      steps: fc.array(step, { minLength: steps, maxLength: steps }),
    }),
    { minLength: sessions, maxLength: sessions },
  )

type Storm = ReturnType<typeof anyStorm> extends fc.Arbitrary<infer T> ? T : never

/** A text of 1 MB, once in a storm. */
const long = 'x'.repeat(2 ** 20)

/** @returns how many requests were made. */
export async function stormy(t: ExecutionContext, storm: Storm, { lives, steps }: StormSize): Promise<number> {
  const from = openings()
  const lines: JournalLine[] = []
  /** What clients were sent whole, by the turn's id. */
  const received = new Map<string, string>()
  let requests = 0
  const clients = storm.map(({ opening, isNamed }, at) => {
    const first = `${at === 0 ? long : 'I am'} ${at}`
    return new Client(nth(from, opening % from.length), isNamed ? `session ${at}` : null, first)
  })

  for (let life = 0; life < lives; life += 1) {
    let answers = 0
    const {
      ask: send,
      written,
      prompts,
    } = scriptedGateway({
      ...{ lines: [...lines], contextTokens: 1e7, maxSessions: 10_000 },
      answer: async at => ((answers += 1) % 3 === 0 ? 'look' : `go to desk ${1 + (at % 4)}`),
      between: () => new Promise(resolve => setImmediate(resolve)),
    })
    const ask: typeof send = sent => {
      requests += 1
      return send(sent)
    }
    const note = ({ status, id, items }: Awaited<ReturnType<Client['ask']>>): void => {
      t.is(status, 200)
      received.set(id, shown(items))
    }
    const play = async (client: Client, { act, text, pieces }: Step): Promise<void> => {
      if (act === 'edit') client.edit(text)
      if (act === 'leave') {
        const gone = new AbortController()
        const lost = client.ask(ask, gone)
        gone.abort()
        await lost
      }
      if (act === 'cut') {
        const { status, items, isStream } = await client.ask(ask, new AbortController(), false, pieces)
        t.is(status, 200)
        /* Clients take what they hold for the answer, or ask again. */
        if (isStream && items.length > 0 && pieces % 2 === 0) {
          client.goOn(items, text)
          return
        }
      }
      if (act === 'twice') {
        const both = await Promise.all([client.ask(ask), client.ask(ask, undefined, true)])
        for (const each of both) note(each)
        t.deepEqual(both[1].items, both[0].items)
        client.goOn(both[0].items, text)
        return
      }
      const reply = await client.ask(ask)
      note(reply)
      client.goOn(reply.items, text)
    }
    const [begin, end] = [life, life + 1].map(at => Math.floor((at * steps) / lives))
    await Promise.all(
      storm.map(async (session, at) => {
        for (const each of session.steps.slice(begin, end)) await play(nth(clients, at), each)
      }),
    )
    lines.push(...written)
    exact(
      t,
      lines,
      prompts.map(({ tokens }) => [...tokens].join()),
    )
  }

  const turns = lastLines(lines)
  for (const [id, items] of received) t.is(shown(itemsOf(turns.get(id))), items, `turn ${id} is lost`)
  const completed = completedIn(lines)
  t.true(completed.length > 0)
  t.is(new Set(completed.map(({ id }) => id)).size, completed.length, 'a turn is trained on twice')
  for (const { id, answer } of completed) t.deepEqual(turns.get(id)?.sampled[0]?.tokens, answer)
  return requests
}

/** The model has read of each new turn what the journal says. */
function exact(t: ExecutionContext, lines: readonly JournalLine[], prompts: readonly string[]): void {
  const read = new Set(prompts)
  const turns = lastLines(lines)
  const readBy = (turn: TurnLine | undefined): readonly number[] => {
    if (turn === undefined) return []
    const before = turn.after === null ? undefined : turns.get(turn.after)
    return [...readBy(before), ...(before?.sampled[0]?.tokens ?? []), ...turn.promptTokens]
  }
  for (const turn of lines.slice(-prompts.length))
    if (turn.kind === 'turn' && turns.get(turn.id) === turn) t.true(read.has(readBy(turn).join()), turn.id)
}

const lastLines = (lines: readonly JournalLine[]): ReadonlyMap<string, TurnLine> =>
  new Map(lines.flatMap(line => (line.kind === 'turn' ? [[line.id, line] as const] : [])))

const itemsOf = (turn: TurnLine | undefined): readonly object[] => {
  const [choice] = turn?.answer.choices ?? []
  if (choice === undefined) return []
  return [...(choice.text === '' ? [] : [{ kind: 'assistant', text: choice.text }]), ...choice.calls]
}

/** Streamed arguments of Anthropic's are pieces of JSON, which the reading of recordings leaves alone. */
const shown = (items: readonly object[]): string =>
  JSON.stringify(items.map(item => ('arguments' in item ? { ...item, arguments: '' } : item)))

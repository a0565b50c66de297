/** A sixth actor, with a state, messages and a record of its own: nothing else in the product knows it. */
import test from 'ava'
import fc from 'fast-check'
import { concatMap, from as emit } from 'rxjs'
import type { Actor, Addressed } from '../../../../src/contracts/actor.ts'
import type { ActorRecovery } from '../../../../src/contracts/actor-recovery.ts'
import type { ToTrainer } from '../../../../src/contracts/messages/calls.ts'
import { createKit } from '../../../../src/laws/index.ts'
import { createRoster } from '../../../../src/runtime/supervision/roster.ts'
import { createClient } from '../../../../src/run/actors/client.ts'
import { createRecovery } from '../../../../src/run/actors/recovery/recovery.ts'
import type { RunActor } from '../../../../src/rollout/run-actor.ts'
import { edgesOf, recoveriesOf } from '../../../../src/run/actors/roles.ts'
import { runInMonty } from '../../../../src/sandbox/monty/run.ts'
import { usualActors } from '../usual-actors.ts'
import { coloursScene, players } from '../stage.ts'

type Books = readonly string[]

interface Shelve extends Addressed {
  readonly kind: 'shelve'
  readonly id: string
  readonly shelf: string
  readonly book: string
}
/** The last book goes. */
interface Discard extends Addressed {
  readonly kind: 'discard'
  readonly shelf: string
}
interface ListBooks extends Addressed {
  readonly kind: 'list-books'
  readonly id: string
  readonly shelf: string
}
interface Stock extends Addressed {
  readonly kind: 'stock'
  readonly shelf: string
  readonly books: Books
}
type ToLibrarian = Shelve | Discard | ListBooks | Stock

interface Shelved extends Addressed {
  readonly kind: 'shelved'
  readonly id: string
  /** Books on the shelf. */
  readonly count: number
}
interface BooksListed extends Addressed {
  readonly kind: 'books-listed'
  readonly id: string
  readonly books: Books
}

declare module '../../../../src/contracts/messages/calls.ts' {
  interface Calls {
    readonly shelve: Exchange<Shelve, Shelved>
    readonly 'list-books': Exchange<ListBooks, BooksListed>
    readonly discard: Exchange<Discard, null>
  }
}

const recovery: ActorRecovery<ToLibrarian['kind']> = {
  changes: { shelve: 'done', discard: 'done', stock: 'done', 'list-books': 'none' },
  part: 'shelf',
  wholeState: { askedBy: 'list-books', returnedBy: 'books-listed', restoredBy: 'stock', field: 'books' },
  probe: null,
  episodes: [],
  forgetsBy: null,
  pool: null,
}
const librarian: RunActor = { name: 'librarian', module: new URL('file:///librarian.js'), peers: [], recovery }

const library: Actor<ToLibrarian, Shelved | BooksListed> = (inbox, { name: from }) => {
  const shelves = new Map<string, Books>()
  const react = (message: ToLibrarian): readonly (Shelved | BooksListed)[] => {
    const { from: to, shelf } = message
    const books = shelves.get(shelf) ?? []
    switch (message.kind) {
      case 'shelve':
        shelves.set(shelf, [...books, message.book])
        return [{ kind: 'shelved', to, from, id: message.id, count: books.length + 1 }]
      case 'discard':
        shelves.set(shelf, books.slice(0, -1))
        return []
      case 'list-books':
        return [{ kind: 'books-listed', to, from, id: message.id, books }]
      case 'stock':
        shelves.set(shelf, message.books)
        return []
    }
  }
  return inbox.pipe(concatMap(message => emit(react(message))))
}

/** What is done, and whether the librarian dies afterwards. */
const history = fc.array(
  fc.record({
    kind: fc.constantFrom('shelve', 'discard', 'list-books'),
    shelf: fc.constantFrom('fiction', 'history'),
    dies: fc.boolean(),
  }),
  { maxLength: 12 },
)

async function performed(steps: readonly { readonly kind: string; readonly shelf: string; readonly dies: boolean }[]) {
  const actors = usualActors(1, [librarian])
  const supervision = { kind: 'restart', maxRestarts: 1000, withinMs: 1, firstDelayMs: 1 } as const
  const kit = await createKit<ToTrainer, Addressed>({
    actors: [
      ...(await players({
        scene: coloursScene,
        threads: 1,
        contexts: () => {},
        run: job => Promise.resolve(runInMonty(job)),
      })),
      { name: librarian.name, actor: library, supervision },
    ],
    edges: edgesOf(actors),
  })
  const { inbox, send, events } = kit.system
  const roster = createRoster()
  const client = createClient({ inbox, send, liveness: roster, recoveries: recoveriesOf(actors) })
  const failures: Error[] = []
  events.subscribe(createRecovery({ client, roster, fail: error => failures.push(error) }))

  const to = librarian.name
  const replies: Promise<unknown>[] = []
  for (const [index, { kind, shelf, dies }] of steps.entries()) {
    if (kind === 'shelve') {
      const call = client.call({ kind, to, shelf, book: `book ${index}` })
      replies.push(call.then(({ count }) => count))
    } else if (kind === 'discard') client.tell({ kind, to, shelf })
    else replies.push(client.call({ kind: 'list-books', to, shelf }).then(({ books }) => books))
    if (index % 3 === 0) await kit.untilIdle()
    if (dies) kit.kill(to)
  }
  const got = await kit.until(Promise.all(replies))
  const kept = await kit.until(
    Promise.all(['fiction', 'history'].map(shelf => client.call({ kind: 'list-books', to, shelf }))),
  )
  client.close()
  return { got, kept: kept.map(({ books }) => books), failures }
}

test('the state of an actor of one’s own is restored by its record, part by part, whenever it dies', async t => {
  await fc.assert(
    fc.asyncProperty(history, async steps => {
      const whole = await performed(steps.map(step => ({ ...step, dies: false })))
      const broken = await performed(steps)
      t.deepEqual(whole.failures, [])
      t.deepEqual(broken, whole)
    }),
    { numRuns: 40 },
  )
})

/** A queue of work in JetStream: a work queue, a bucket of keys and values, and one of objects for each group. */
import {
  AckPolicy,
  DiscardPolicy,
  JetStreamApiError,
  RetentionPolicy,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream'
import type { Consumer, JsMsg, StreamConfig } from '@nats-io/jetstream'
import { Kvm } from '@nats-io/kv'
import { Objm, type ObjectStore } from '@nats-io/obj'
import { reasonOf } from '../../../contracts/failure.ts'
import type { NatsBus } from '../nats-bus.ts'
import type { DurableQueue, TakenWork, WorkKey } from './durable-queue.ts'

const queue = {
  name: 'rlanything-work',
  subjects: ['rlanything.work.>'],
  retention: RetentionPolicy.Workqueue,
  /* A work that waits or was taken is refused a second time. */
  max_msgs_per_subject: 1,
  discard: DiscardPolicy.New,
  discard_new_per_subject: true,
} as const satisfies Partial<StreamConfig>

const entriesName = 'rlanything-entries'
/** Without a word from who has taken a work, another gets it, ns. */
const takenNs = 10_000_000_000
/** A worker's consumer that nobody asks is forgotten, ns: three days. */
const unusedNs = 259_200_000_000_000
/** Errors of JetStream. */
const [wrongRevision, isQueued] = [10_071, 10_077]

/**
 * @param build of this package: a worker takes work of its own alone.
 * @throws {RangeError} if the server has no JetStream.
 */
export async function openDurableQueue<Order, Entry, News>(
  { connection, publish, subscribe }: NatsBus,
  build: string,
): Promise<DurableQueue<Order, Entry, News>> {
  const manager = await jetstreamManager(connection).catch((thrown: unknown) => {
    throw new RangeError(
      `work for workers waits in JetStream: start nats-server with --jetstream, got ${reasonOf(thrown)}`,
      { cause: thrown },
    )
  })
  await manager.streams.add(queue)
  const entries = await new Kvm(connection).create(entriesName)
  const stores = new Map<string, Promise<ObjectStore>>()
  const streams = jetstream(connection)
  let consumer: Consumer | null = null

  const storeOf = (group: string): Promise<ObjectStore> => {
    const store = stores.get(group) ?? new Objm(connection).create(`rlanything-${group}`)
    stores.set(group, store)
    store.catch(() => stores.delete(group))
    return store
  }
  const waiting = async (): Promise<Consumer> => {
    await manager.streams.add(queue)
    await manager.consumers.add(queue.name, {
      durable_name: build,
      filter_subject: `rlanything.work.${build}.>`,
      ack_policy: AckPolicy.Explicit,
      ack_wait: takenNs,
      inactive_threshold: unusedNs,
    })
    return streams.consumers.get(queue.name, build)
  }

  return {
    put: async (key, order) => {
      await unless(isQueued, streams.publish(`rlanything.work.${build}.${named(key)}`, JSON.stringify(order)))
    },
    take: async () => {
      try {
        const message = await (consumer ??= await waiting()).next({ expires: 2_000 })
        return message === null ? null : takenWork<Order>(message)
      } catch (error) {
        consumer = null
        throw error
      }
    },
    read: async key => {
      const found = await entries.get(named(key))
      if (found === null || found.operation !== 'PUT') return null
      return { entry: found.json<Entry>(), revision: found.revision }
    },
    write: (key, entry, last) => {
      const text = JSON.stringify(entry)
      return unless(
        wrongRevision,
        last === null ? entries.create(named(key), text) : entries.update(named(key), text, last),
      )
    },
    remove: async key => {
      await manager.streams.purge(queue.name, { filter: `rlanything.work.*.${named(key)}` })
      await entries.purge(named(key))
    },
    objects: async group => {
      const store = await storeOf(group)
      return {
        put: async (name, bytes) => {
          const known = await store.info(name)
          /* Others may be reading it. */
          if (known === null || known.deleted) await store.putBlob({ name }, bytes)
        },
        get: name => store.getBlob(name),
        remove: async name => void (await store.delete(name)),
      }
    },
    removeObjects: async group => {
      await (await storeOf(group)).destroy()
      stores.delete(group)
    },
    tell: (key, news) => publish(newsSubject(key), Buffer.from(JSON.stringify(news))),
    hear: (key, told) =>
      subscribe(newsSubject(key), bytes => {
        const news = dataOf(bytes)
        if (news !== null) told(news as News)
      }),
  }
}

/** `null` for a message that is none, which no worker gets again. */
function takenWork<Order>(message: JsMsg): TakenWork<Order> | null {
  const order = dataOf(message.data) as Order | null
  if (order === null) {
    message.term()
    return null
  }
  const [group = '', name = ''] = message.subject.split('.').slice(-2)
  return {
    key: { group, name: name.replaceAll('=', '.') },
    order,
    keep: () => message.working(),
    done: async () => void (await message.ackAck()),
    giveBack: () => message.nak(),
  }
}

/** As part of a subject, whose parts have no dots: a name has no `=`. */
const named = ({ group, name }: WorkKey): string => `${group}.${name.replaceAll('.', '=')}`

const newsSubject = (key: WorkKey): string => `rlanything.news.${named(key)}`

/** `null` for bytes that are none. */
function dataOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return null
  }
}

/** What is awaited; `null` where the server refuses it by this error. */
async function unless<T>(code: number, work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === code) return null
    throw error
  }
}

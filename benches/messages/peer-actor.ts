/** The other end as one of our actors. */
import { Subject } from 'rxjs'
import type { Actor } from '../../src/contracts/actor.ts'
import type { Post } from './parcel.ts'
import { peer } from './peer.ts'

export default function peerActor(): Actor<Post, Post> {
  return (inbox, { name }) => {
    const outbox = new Subject<Post>()
    const { receive } = peer(name, post => outbox.next(post))
    /* Subscribed when the outbox is: not before somebody takes what is sent. */
    queueMicrotask(() => inbox.subscribe({ next: receive, complete: () => outbox.complete() }))
    return outbox
  }
}

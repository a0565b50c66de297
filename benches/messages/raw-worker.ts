/** The other end at a bare message port. */
import { parentPort } from 'node:worker_threads'
import type { Post } from './parcel.ts'
import { peer } from './peer.ts'

const { receive } = peer('peer', post => parentPort?.postMessage(post))
parentPort?.on('message', (post: Post) => receive(post))

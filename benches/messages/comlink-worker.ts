/** The other end behind Comlink. */
import { expose } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { workerData, type MessagePort } from 'node:worker_threads'
import type { Post } from './parcel.ts'

export interface Echo {
  readonly echo: (post: Post) => Post
}

expose({ echo: post => post } satisfies Echo, nodeEndpoint(workerData as MessagePort))

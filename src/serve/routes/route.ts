import type { Reply } from '../state/reply.ts'

/** Answers a request. @param value its JSON body. @param raw the same as it was sent. */
type Route = (value: unknown, raw: Uint8Array) => Reply | Promise<Reply>

/** By the path below `/api/v1/`. */
export type Routes = Readonly<Record<string, Route>>

/** A gateway whose model writes what a test says, and keeps what it was asked. */
import { readFileSync } from 'node:fs'
import { shippedStarter } from '../../../src/config/environment-source.ts'
import type { Prompt } from '../../../src/contracts/models/language-model.ts'
import { createGatewayHandler } from '../../../src/gateway/server/gateway.ts'
import { chatSpeech } from '../../../src/gateway/speech/chat.ts'
import { createServing } from '../../../src/gateway/training/serving.ts'
import type { HttpAnswer } from '../../../src/network/answer.ts'
import type { JournalLine, KeptJournal } from '../../../src/gateway/journal.ts'
import type { GatewayKey } from '../../../src/gateway/limits/keys.ts'
import { createRedaction } from '../../../src/gateway/sessions/redaction.ts'
import { wordsSpeech } from '../../../src/gateway/speech/words.ts'
import { rootKey } from '../../../src/math/random.ts'
import { loadTokenizer } from '../../../src/model/tokenizer/load-tokenizer.ts'
import { chatTokenizer, templateOf } from '../../fixtures/chat.ts'
import type { ReplyBody } from '../reply-body.ts'

export const words = loadTokenizer(readFileSync(`${shippedStarter('household', 'policy')}/tokenizer.json`, 'utf8'))

/** What the model writes for these words. */
export const writes = (text: string): Int32Array => writtenBy(ofWords, text)

export const ofWords = { tokenizer: words, speech: wordsSpeech(words) }
/** A model with a chat template, whose tokens are about a sign each. */
export const ofChat = { tokenizer: chatTokenizer, speech: chatSpeech(chatTokenizer, templateOf('chatml')) }

const writtenBy = ({ tokenizer, speech }: typeof ofWords, text: string): Int32Array =>
  Int32Array.from([...tokenizer.encode(text), ...speech.stop.slice(0, 1)])

export interface Asked {
  readonly path: string
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly left?: AbortSignal
  readonly method?: string
}

interface ScriptedOptions {
  /** The answer to the n-th request, from 0, once it is there. */
  readonly answer: (at: number) => string | Promise<string>
  /** Awaited before each further token. */
  readonly between?: () => Promise<void>
  readonly speaks?: typeof ofWords
  readonly pieceTokens?: number
  readonly lines?: readonly JournalLine[]
  /** Left out, lines are kept in `written`. */
  readonly journal?: KeptJournal
  readonly keys?: readonly GatewayKey[]
  readonly onForgotten?: (session: string) => void
  readonly redact?: (text: string) => string
  readonly now?: () => number
  readonly contextTokens?: number
  readonly maxSessions?: number
  readonly maxWaiting?: number
}

const noDisk = { keep: async () => true, read: async () => [] }

export function scriptedGateway(options: ScriptedOptions) {
  const {
    answer,
    between = async () => {},
    speaks = ofWords,
    pieceTokens = 1,
    lines = [],
    contextTokens = 1000,
    maxSessions = 100,
    maxWaiting = 1000,
    keys = [],
    redact = text => text,
    now = () => 1_764_000_000_123,
  } = options
  const prompts: Prompt[] = []
  const written: JournalLine[] = []
  const redaction = createRedaction(redact)
  const inMemory = async (line: JournalLine) => written.push(JSON.parse(JSON.stringify(line)) as JournalLine) > 0
  const { journal = { append: inMemory, ...noDisk } } = options
  let ids = lines.length * 100
  const { handle, forget } = createGatewayHandler({
    keys,
    redaction,
    onForgotten: options.onForgotten,
    spoken: {
      tokenizer: speaks.tokenizer,
      ...{ pieceTokens, temperature: 1 },
      speech: redaction.speech(speaks.speech),
      model: {
        traits: {
          ...{ reproducible: true, durable: false, branches: true, clips: true, entropy: true },
          contextTokens,
        },
        stream: async function* (prompt, most) {
          prompts.push(prompt)
          const tokens = writtenBy(speaks, await answer(prompts.length - 1)).slice(0, prompt.maxTokens)
          for (let at = 0; at < tokens.length; at += most) {
            if (at > 0) await between()
            const piece = tokens.slice(at, at + most)
            const finish = piece.at(-1) === speaks.speech.stop[0] ? 'stop' : 'length'
            yield { tokens: piece, logprobs: new Float32Array(piece.length).fill(-0.5), finish, version: 3 }
          }
        },
      },
    },
    ...{
      key: rootKey(1),
      lines,
      models: ['policy'],
      maxSessions,
      maxWaiting,
      now,
      serving: createServing(() => 0),
    },
    journal,
    newId: () => `t${(ids += 1)}`,
  })
  return {
    forget,
    prompts,
    written,
    /** What the model has read and written, as text, at its n-th request. */
    read: (at: number) => [...(prompts[at]?.tokens ?? [])],
    ask: async ({ path, body, headers = {}, left = new AbortController().signal, method = 'POST' }: Asked) => {
      const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
      const type = 'application/json'
      const reply = await handle({ method, path, query: new URLSearchParams(), headers, type, body: bytes, left })
      const whole =
        typeof reply.body === 'string'
          ? (JSON.parse(reply.body) as ReplyBody & {
              readonly error?: { readonly message: string; readonly code?: string | null }
            })
          : {}
      return { ...reply, whole, session: reply.headers?.['x-session-id'] }
    },
  }
}

/** A streamed answer as it is sent. */
export async function eventsIn({ body }: Pick<HttpAnswer, 'body'>): Promise<string> {
  let text = ''
  for await (const event of body as AsyncIterable<string>) text += event
  return text
}

/** Bodies of recorded replies, as far as they are read here. Types only. */

export interface Block {
  readonly text?: string
}
export interface OutputItem {
  readonly id: string
  readonly content?: readonly Block[]
}
export interface ChatCall {
  readonly index?: number
  readonly id?: string | undefined
  readonly function?: { readonly name?: string | undefined; readonly arguments?: string }
}
interface ChatDelta {
  readonly content?: string | null
  readonly refusal?: string | null
  readonly tool_calls?: readonly ChatCall[]
}

/** Of all dialects. */
export interface ReplyBody {
  readonly id?: string | undefined
  readonly choices?: readonly {
    readonly message?: ChatDelta
    readonly delta?: ChatDelta
    readonly finish_reason?: string | null
  }[]
  readonly output?: readonly OutputItem[]
  readonly content?: readonly Block[]
}

export interface ChatMessage {
  /** `tool`: the result of a call. */
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string
  /** Of an assistant, as templates of Hugging Face expect them. */
  readonly tool_calls?: readonly ChatToolCall[]
}

interface ChatToolCall {
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }
}

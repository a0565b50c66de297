/** How a model is spoken to. `words`: a world's vocabulary, and marks for the wanted reply. `chat`: prose, in the messages of a chat template. */
export type RendererForm = 'words' | 'chat'

/** A Hugging Face folder's data on conversations with its model. Plain data: it crosses threads. */
export interface ChatTemplate {
  /** Jinja, as `apply_chat_template` of transformers takes it. */
  readonly source: string
  /** Texts of tokens by the names that templates have for them, e.g. `eos_token`. */
  readonly tokens: Readonly<Record<string, string>>
  /** The day that `strftime_now` writes, ISO; a template that asks for it is refused where it is left out. */
  readonly date?: string
  /** Ids of tokens each of which ends the model's text, as generation_config.json has them. */
  readonly end: readonly number[]
}

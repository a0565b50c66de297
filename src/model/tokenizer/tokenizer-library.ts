/** The one place that uses @huggingface/tokenizers. */
import { Tokenizer } from '@huggingface/tokenizers'

interface Library {
  readonly encode: (text: string) => readonly number[]
  /** With the specials that the tokenizer puts around a text. */
  readonly encodeWhole: (text: string) => readonly number[]
  /** Specials left out. */
  readonly decode: (ids: readonly number[]) => string
}

/** @param options of tokenizer_config.json. */
export function openLibrary(tokenizer: unknown, options: Readonly<Record<string, unknown>>): Library {
  const library = new Tokenizer(tokenizer, options)
  return {
    encode: text => library.encode(text, { add_special_tokens: false }).ids as number[],
    encodeWhole: text => library.encode(text, { add_special_tokens: true }).ids as number[],
    /* The library takes no empty list. */
    decode: ids =>
      ids.length === 0
        ? ''
        : (library.decode([...ids], { skip_special_tokens: true, clean_up_tokenization_spaces: false }) as string),
  }
}

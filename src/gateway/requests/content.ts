/** Contents of messages: a text, nothing, or blocks, with the names that the three dialects give them. */
import { z } from 'zod'
import type { HistoryItem } from '../history/item.ts'

export const contentBlock = z.discriminatedUnion('type', [
  z.looseObject({ type: z.enum(['text', 'input_text', 'output_text']), text: z.string() }),
  z.looseObject({ type: z.literal('refusal'), refusal: z.string() }),
  z.looseObject({ type: z.literal('image_url'), image_url: z.looseObject({ url: z.string() }) }),
  z.looseObject({ type: z.literal('input_image'), image_url: z.string() }),
  z.looseObject({
    type: z.literal('image'),
    source: z.discriminatedUnion('type', [
      z.looseObject({ type: z.literal('base64'), media_type: z.string(), data: z.string() }),
      z.looseObject({ type: z.literal('url'), url: z.string() }),
    ]),
  }),
])
const pictures = ['image', 'image_url', 'input_image']
type ContentBlock = z.output<typeof contentBlock>

const asBlocks = (text: string): readonly ContentBlock[] => [{ type: 'text', text }]

const blocksIn = (sent: string | readonly ContentBlock[] | null | undefined): readonly ContentBlock[] =>
  typeof sent === 'string' ? asBlocks(sent) : (sent ?? [])

const sentForm = z.union([z.string(), z.array(contentBlock)], 'Invalid input: expected text or a list of blocks')

/** Of users, as blocks. */
export const userForm = sentForm.transform(blocksIn)

/** Of all others, as blocks: none for `null` and for nothing; a picture in it would be left out. */
export const textForm = sentForm.nullish().transform(blocksIn).superRefine(refusePictures)

export function refusePictures(
  content: string | readonly { readonly type: string }[],
  { addIssue }: Pick<z.RefinementCtx, 'addIssue'>,
): void {
  if (typeof content === 'string') return
  const message = 'Invalid input: the model reads no pictures'
  for (const [at, { type }] of content.entries())
    if (pictures.includes(type)) addIssue({ code: 'custom', path: [at], message })
}

/** A refusal is what was said. */
export const contentText = (blocks: readonly ContentBlock[]): string =>
  blocks.map(each => (each.type === 'refusal' ? each.refusal : 'text' in each ? String(each.text) : '')).join('')

/** Of a user: block by block, for they may be those of several messages. */
export const userItems = (blocks: readonly ContentBlock[]): readonly HistoryItem[] =>
  blocks.map(each => {
    const url = pictureOf(each)
    return url === null ? { kind: 'user', text: contentText([each]) } : { kind: 'image', url }
  })

/** None for an empty text: many programs drop it. */
export const assistantItems = (text: string): readonly HistoryItem[] =>
  text === '' ? [] : [{ kind: 'assistant', text }]

function pictureOf(each: ContentBlock): string | null {
  if (each.type === 'image_url') return each.image_url.url
  if (each.type === 'input_image') return each.image_url
  if (each.type !== 'image') return null
  const { source } = each
  return source.type === 'url' ? source.url : `data:${source.media_type};base64,${source.data}`
}

/** An episode by names: the news of each screen, with aliases for words that a model lacks. */
import { aliasing, aliasWords, type Aliasing } from '../../../src/gui/actions/aliases.ts'
import { callByName } from './call-by-name.ts'
import { roleWords, screenParts, type ScreenPart } from './named-elements.ts'
import type { PageStatus } from '../play/live-page.ts'

/** How an episode is shown to its player, and how the player's texts are read. */
export interface EpisodeTelling {
  /** The next observation; the first begins with the goal. */
  readonly tell: (standing: PageStatus) => string
  /** The call that a text of the player means on the last screen shown. */
  readonly call: (action: string) => string
}

/** @param vocabulary phrases of the model; `null` to use no aliases. */
export function byNames(goal: string, vocabulary: readonly string[] | null): EpisodeTelling {
  const aliases: Aliasing | null = vocabulary === null ? null : aliasing([...roleWords, ...wordsIn(vocabulary)], true)
  let words: readonly string[] = []
  let parts: readonly ScreenPart[] = []
  const told = new Map<string, string>()
  let opening = `Task: ${goal}\n`

  const said = (text: string): string => {
    if (aliases === null) return text
    const aliased = aliases.tell(text, words)
    words = aliased.words
    return aliased.text
  }
  const news = (): readonly string[] =>
    parts.flatMap(part => {
      const key = 'bid' in part ? part.bid : `text ${part.line}`
      if (told.get(key) === part.line) return []
      told.set(key, part.line)
      return [part.line]
    })

  return {
    tell: ({ screen, error }) => {
      parts = screenParts(screen.root)
      const lines = news()
      const changes = lines.length === 0 ? 'Nothing changed.' : lines.join('\n')
      /* Of an error its type. */
      const [type = ''] = error.split(':')
      const text = opening + (type === '' ? changes : lines.length === 0 ? type : `${type}\n${changes}`)
      opening = ''
      return said(text)
    },
    call: action => callByName(aliases === null ? action : aliases.read(action, words), parts),
  }
}

/** Numbers and aliases get aliases too: a vocabulary may have them for other uses. */
const wordsIn = (vocabulary: readonly string[]): readonly string[] =>
  vocabulary.filter(each => !/^(?:\d+|<.*>)$/.test(each) && !aliasWords.includes(each))

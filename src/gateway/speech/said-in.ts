const begin = '<think>'
const end = '</think>'

/**
 * What a model said, without what it thought before; nothing while it still thinks. Pure.
 *
 * @param isThinking whether its prompt has begun a thought.
 * @returns of a text, and whether more of it may come.
 */
export const saidIn =
  (isThinking: boolean) =>
  (text: string, mayGoOn = false): string => {
    const trimmed = text.trim()
    if (!isThinking && mayGoOn && begin.startsWith(trimmed)) return ''
    if (!isThinking && !trimmed.startsWith(begin)) return trimmed
    const at = text.indexOf(end)
    return at < 0 ? '' : text.slice(at + end.length).trim()
  }

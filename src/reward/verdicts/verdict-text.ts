/** How a reward model words its vote: a short reason, then one verdict. */

/** The words that end a vote; each is one token of every vocabulary made for a reward model. */
export const verdicts = { good: 'verdict: 1', bad: 'verdict: -1' } as const

/** The vote of a reason and a label, as a reward model should write it. */
export const voteText = (good: boolean, reason: string): string => `${reason} ${good ? verdicts.good : verdicts.bad}`

/**
 * The verdict and the reason in a reward model's text. A text without exactly one verdict, or that continues after it, is
 * malformed: its value is 0 and its reason the whole text.
 * Source: RLAnything, section 5 of the method; the authors' reward models end on 1 or −1 as well.
 */
export function parseVote(text: string): { readonly value: -1 | 0 | 1; readonly reason: string } {
  const match = /^(?<reason>(?:(?!verdict:).)*)verdict: (?<value>-?1)$/s.exec(text.trim())
  if (match?.groups === undefined) return { value: 0, reason: text.trim() }
  return { value: match.groups['value'] === '1' ? 1 : -1, reason: match.groups['reason']?.trim() ?? '' }
}

import type { TurnLine } from '../../src/gateway/journal.ts'

/** The n-th turn of a session, whose answer is one token; it follows the one before with what that led to. */
export const turnLine = (
  session: string,
  at: number,
  more: Partial<TurnLine> & { readonly token?: number } = {},
): TurnLine => {
  const { token = 10 + at, ...fields } = more
  const parent = at === 0 ? null : `${session}x${at - 1}`
  return {
    ...{ kind: 'turn', id: `${session}x${at}`, at, session, name: null, task: null, dialect: '/chat/completions' },
    ...{ parent, after: parent, held: at === 0 ? [] : [{ kind: 'assistant', text: `said ${at - 1}` }] },
    ...{
      fresh: [{ kind: 'user', text: 'look' }],
      prompt: '',
      body: `${session} ${at}`,
      promptTokens: [5, 6],
      train: true,
    },
    answer: {
      ...{ id: `${session}x${at}`, createdAt: 0, model: 'policy', promptTokens: 2, answerTokens: 1 },
      choices: [{ text: `said ${at}`, calls: [], finish: 'stop', stoppedBy: null, logprobs: null }],
    },
    sampled: [{ tokens: [token], logprobs: [-0.5], version: 0 }],
    ...fields,
  }
}

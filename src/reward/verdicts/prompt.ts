/** By verdicts: the reward model reads each step of the episode, and votes on whether it was good. */
import type { Sample } from '../../contracts/models/device.ts'
import type { VerdictSample } from '../../contracts/episode.ts'
import type { RendererForm } from '../../contracts/models/chat-template.ts'
import type { NoteProtocolFactory } from '../note-protocol.ts'
import { parseScore, scoreSchema, scoreText } from './score-text.ts'
import { parseVote, voteText } from './verdict-text.ts'

/** The vote of a reason and a label, as a model that is spoken to so should write it. */
export const wordedVote = (form: RendererForm, good: boolean, reason: string): string =>
  (form === 'chat' ? scoreText : voteText)(good, reason)

export const verdictProtocol: NoteProtocolFactory = ({ form, reading, rewritten }) => {
  const { read, promptSuffix, text } = reading('verdicts')
  const parse = form === 'chat' ? parseScore : parseVote
  const vote = ({ tokens, logprobs, finish, version }: Sample): VerdictSample => ({
    ...parse(text(tokens)),
    ...{ tokens, logprobs, finish, version },
  })
  const withOpposite = (sample: VerdictSample): VerdictSample => {
    if (sample.value === 0) return sample
    const opposite = rewritten(sample.tokens, said => said.replace(/[-+−]?1(?=\D*$)/, sample.value === 1 ? '-1' : '1'))
    const other = parse(text(opposite))
    return other.value === -sample.value && other.reason === sample.reason ? { ...sample, opposite } : sample
  }
  return {
    read,
    promptSuffix,
    ...(form === 'chat' ? { schema: scoreSchema } : {}),
    noteOf: (context, samples, opposites) => {
      const verdicts = samples.map(vote)
      const asked = opposites === undefined ? verdicts : verdicts.map(withOpposite)
      return { kind: 'verdicts', context, promptSuffix, verdicts: asked }
    },
  }
}

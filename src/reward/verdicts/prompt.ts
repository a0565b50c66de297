/** By verdicts: the reward model reads each step of the episode, and votes on whether it was good. */
import type { Sample } from '../../contracts/models/device.ts'
import type { VerdictSample } from '../../contracts/episode.ts'
import type { NoteProtocolFactory } from '../note-protocol.ts'
import { parseScore, scoreSchema } from './score-text.ts'
import { parseVote } from './verdict-text.ts'

export const verdictProtocol: NoteProtocolFactory = ({ form, reading }) => {
  const { read, promptSuffix, text } = reading('verdicts')
  const parse = form === 'chat' ? parseScore : parseVote
  const vote = ({ tokens, logprobs, finish, version }: Sample): VerdictSample => ({
    ...parse(text(tokens)),
    ...{ tokens, logprobs, finish, version },
  })
  return {
    read,
    promptSuffix,
    ...(form === 'chat' ? { schema: scoreSchema } : {}),
    noteOf: (context, samples) => ({ kind: 'verdicts', context, promptSuffix, verdicts: samples.map(vote) }),
  }
}

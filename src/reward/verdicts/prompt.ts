/** Judging by verdicts: the judge reads each step of the episode, and votes on whether it was good. */
import type { Sample } from '../../contracts/models/device.ts'
import type { JudgeVote } from '../../contracts/episode.ts'
import type { JudgeProtocolFactory } from '../judge-protocol.ts'
import { parseScore, scoreSchema } from './score-text.ts'
import { parseVote } from './verdict-text.ts'

export const verdictProtocol: JudgeProtocolFactory = ({ form, reading }) => {
  const { read, promptSuffix, text } = reading('verdicts')
  const parse = form === 'chat' ? parseScore : parseVote
  const vote = ({ tokens, logprobs, finish, version }: Sample): JudgeVote => ({
    ...parse(text(tokens)),
    ...{ tokens, logprobs, finish, version },
  })
  return {
    read,
    promptSuffix,
    ...(form === 'chat' ? { schema: scoreSchema } : {}),
    judge: (context, samples) => ({ kind: 'voted', context, promptSuffix, votes: samples.map(vote) }),
  }
}

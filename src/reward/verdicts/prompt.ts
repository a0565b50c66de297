/** Judging by verdicts: the judge reads each step of the episode, and votes on whether it was good. */
import type { Sample } from '../../contracts/device.ts'
import type { JudgeVote } from '../../contracts/episode.ts'
import { sampledText, stepTokens } from '../../model/renderers/word-renderer.ts'
import type { JudgeProtocolFactory } from '../judge-protocol.ts'
import { parseVote } from './verdict-text.ts'

export const verdictProtocol: JudgeProtocolFactory = tokenizer => {
  const promptSuffix = Int32Array.of(tokenizer.id('<judge>'))
  const vote = ({ tokens, logprobs, version }: Sample): JudgeVote => ({
    ...parseVote(sampledText(tokenizer, tokens)),
    tokens,
    logprobs,
    version,
  })
  return {
    read: step => stepTokens(tokenizer, step),
    promptSuffix,
    judge: (context, samples) => ({ kind: 'voted', context, promptSuffix: promptSuffix, votes: samples.map(vote) }),
  }
}

/**
 * Judging by unit tests: the judge reads the task, and not the program, and writes a test that a correct program passes.
 * Source: RLAnything, section 9 of the method.
 */
import type { Sample } from '../../contracts/device.ts'
import type { JudgeTest } from '../../contracts/episode.ts'
import { openingTokens, sampledText } from '../../model/renderers/word-renderer.ts'
import type { JudgeProtocolFactory } from '../judge-protocol.ts'

export const unitTestProtocol: JudgeProtocolFactory = tokenizer => {
  const promptSuffix = Int32Array.of(tokenizer.id('<judge>'))
  const write = ({ tokens, logprobs, version }: Sample): JudgeTest => ({
    text: sampledText(tokenizer, tokens),
    tokens,
    logprobs,
    version,
  })
  return {
    read: ({ opening }) => openingTokens(tokenizer, opening),
    promptSuffix,
    judge: (context, samples) => ({ kind: 'tested', context, promptSuffix: promptSuffix, tests: samples.map(write) }),
  }
}

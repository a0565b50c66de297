/**
 * Judging by unit tests: the judge reads the task, and not the program, and writes a test that a correct program passes.
 * Source: RLAnything, section 9 of the method.
 */
import type { Sample } from '../../contracts/models/device.ts'
import type { JudgeTest } from '../../contracts/episode.ts'
import type { JudgeProtocolFactory } from '../judge-protocol.ts'

export const unitTestProtocol: JudgeProtocolFactory = ({ reading }) => {
  const { read, promptSuffix, text } = reading('unit-tests')
  const write = ({ tokens, logprobs, finish, version }: Sample): JudgeTest => ({
    text: text(tokens),
    ...{ tokens, logprobs, finish, version },
  })
  return {
    read,
    promptSuffix,
    judge: (context, samples) => ({ kind: 'tested', context, promptSuffix, tests: samples.map(write) }),
  }
}

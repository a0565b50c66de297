/**
 * By unit tests: the reward model reads the task, and not the program, and writes a test that a correct program passes.
 * Source: RLAnything, section 9 of the method.
 */
import type { Sample } from '../../contracts/models/device.ts'
import type { TestSample } from '../../contracts/episode.ts'
import type { NoteProtocolFactory } from '../note-protocol.ts'

export const unitTestProtocol: NoteProtocolFactory = ({ reading }) => {
  const { read, promptSuffix, text } = reading('unit-tests')
  const write = ({ tokens, logprobs, finish, version }: Sample): TestSample => ({
    text: text(tokens),
    ...{ tokens, logprobs, finish, version },
  })
  return {
    read,
    promptSuffix,
    noteOf: (context, samples) => ({ kind: 'tests', context, promptSuffix, tests: samples.map(write) }),
  }
}

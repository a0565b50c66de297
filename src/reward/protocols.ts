/** The kinds of reward model, by name; the parts of a world decide the kind. */
import type { Tokenizer } from '../model/tokenizer/tokenizer.ts'
import type { JudgeProtocol, JudgeProtocolFactory } from './judge-protocol.ts'
import { unitTestProtocol } from './unit-tests/prompt.ts'
import { verdictProtocol } from './verdicts/prompt.ts'

const protocols = {
  verdicts: verdictProtocol,
  'unit-tests': unitTestProtocol,
} as const satisfies Readonly<Record<string, JudgeProtocolFactory>>

export type JudgeProtocolName = keyof typeof protocols

/** How the steps of a world are judged. */
export const judgedBy = ({ unitTesting }: { readonly unitTesting?: unknown }): JudgeProtocolName =>
  unitTesting === undefined ? 'verdicts' : 'unit-tests'

/** @throws {RangeError} if there is no such way of judging. */
export function judgeProtocol(name: JudgeProtocolName, tokenizer: Tokenizer): JudgeProtocol {
  if (!Object.hasOwn(protocols, name))
    throw new RangeError(`judging must be one of ${Object.keys(protocols).join(', ')}, got ${name}`)
  return protocols[name](tokenizer)
}

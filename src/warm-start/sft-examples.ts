/** The examples that a new reward model is fine-tuned on, by its kind. */
import type { Example } from '../contracts/models/device.ts'
import type { ObserverProtocol } from '../contracts/messages/run.ts'
import type { SftContext } from './sft-context.ts'
import { unitTestExamples } from './unit-test-examples.ts'
import { verdictExamples } from './verdict-examples.ts'

/** Those of one batch, from 0. */
export const sftExamples: Readonly<
  Record<ObserverProtocol, (context: SftContext, batch: number) => Promise<readonly Example[]>>
> = { verdicts: verdictExamples, 'unit-tests': unitTestExamples }

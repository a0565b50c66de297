/** What services answer, read. */
import { z } from 'zod'
import { reasonOf } from '../../../contracts/failure.ts'
import { ForeignReplyError } from './service-errors.ts'

/** The number of a result that is to be asked for. */
export const promised = z.looseObject({ request_id: z.union([z.string(), z.number()]).transform(String) })
export const created = z.looseObject({ model_id: z.string().min(1) })
export const saved = z.looseObject({ path: z.string().min(1) })
export const forSampler = z.looseObject({ path: z.string().nullish(), sampling_session_id: z.string().nullish() })
export const updated = z.looseObject({ metrics: z.record(z.string(), z.number().nullable()).nullish() })
export const samplingSession = z.looseObject({ sampling_session_id: z.string().min(1) })

/** A reply that is none of the API's is an error that says so. @throws {ForeignReplyError} */
export function understood<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (thrown) {
    if (thrown instanceof ForeignReplyError) throw thrown
    throw new ForeignReplyError(`the answer to ${what} is none of the Tinker API: ${reasonOf(thrown)}`)
  }
}

import type { Identified } from './actor.ts'

/** To whom the reply to a request goes, and its id. @param from who replies. */
export const replying = ({ from: to, id }: Identified, from: string): Pick<Identified, 'to' | 'from' | 'id'> => ({
  to,
  from,
  id,
})

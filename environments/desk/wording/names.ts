/** What records are called, in goals and in proposals. */
import type { Mail } from '../tasks/data.ts'

export const mailName = ({ subject, from }: Pick<Mail, 'subject' | 'from'>): string => `${subject} of ${from}`

/** Where a number can be read. */
export const phoneName = (contact: string): string => `phone of ${contact}`
export const codeName = (mail: string): string => `code in ${mail}`

/** The pages that have an expert. */
import { clickingExperts } from './clicking.ts'
import { fillingExperts } from './filling.ts'
import type { Expert } from './screen.ts'

/** By the name of the page. */
export const experts: Readonly<Record<string, Expert | undefined>> = { ...clickingExperts, ...fillingExperts }

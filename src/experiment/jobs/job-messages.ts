/** What the process of an experiment and a worker that makes one of its runs say to each other. */
import type { Addressed } from '../../contracts/actor.ts'
import type { JobEnd, JobNews, RunRequest } from './job.ts'
import type { FileChanges } from './run-files.ts'

export type ToJob =
  | (Addressed & {
      readonly kind: 'begin-job'
      readonly request: RunRequest
      /** Of its folder, so far. */
      readonly files: FileChanges
      /** Of the models that it starts from, by their paths in the configuration. */
      readonly starters: Readonly<Record<string, FileChanges>>
    })
  /** It is to finish its iteration, save and end. */
  | (Addressed & { readonly kind: 'stop-job' })

export type FromJob =
  | (Addressed & { readonly kind: 'job-news'; readonly news: JobNews })
  | (Addressed & { readonly kind: 'job-files'; readonly files: FileChanges })
  /** Last of all. */
  | (Addressed & { readonly kind: 'job-end'; readonly end: JobEnd })

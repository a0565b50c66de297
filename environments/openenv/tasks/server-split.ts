/** The tasks of a server that has them by split and index. */
export interface ServerSplit {
  /** As the server calls it. */
  readonly name: string
  /** How many of its tasks are played: indices from 0. */
  readonly tasks: number
}

/** Schema of a text that is not empty. */
export const nonEmptyText = (description: string) => ({ description, type: 'string', minLength: 1 })

export const serverSplitSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: nonEmptyText('as the server calls it'),
    tasks: { description: 'how many of its tasks are played', type: 'integer', minimum: 1, maximum: 2 ** 31 },
  },
  required: ['name', 'tasks'],
}

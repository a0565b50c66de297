import type { MethodOptions } from './method.ts'

/**
 * `prepare` of a method whose rewards and advantages are fixed.
 *
 * @param method its name, for the message.
 */
export const noFormulation =
  (method: string) =>
  /** @throws {RangeError} if the run is given a formulation. */
  ({ config, formulation }: MethodOptions): Promise<{ readonly parts: object; readonly formulation: null }> => {
    if (formulation !== undefined || config.feedback.formulation !== null)
      throw new RangeError(`the method ${method} takes no formulation: leave feedback.formulation out`)
    return Promise.resolve({ parts: {}, formulation: null })
  }

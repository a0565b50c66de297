import { describeFailure, type Failure } from '../../contracts/failure.ts'

/** A promise's way to say why something did not happen; `failure` is what may travel. */
export class FailedError extends Error {
  override readonly name = 'FailedError'
  readonly failure: Failure

  constructor(failure: Failure, options?: ErrorOptions) {
    super(describeFailure(failure), options)
    this.failure = failure
  }
}

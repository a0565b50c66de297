/** The service has understood a request and says that it is wrong, or that it failed; nothing of it was done. */
export class RefusedError extends Error {
  override readonly name: string = 'RefusedError'
}

/** The service answered what is not of the API: whether the request was carried out is unknown. */
export class ForeignReplyError extends Error {
  override readonly name = 'ForeignReplyError'
}

/** The service does not know the promise of a result any more: whether the request was carried out is unknown. */
export class LostResultError extends Error {
  override readonly name = 'LostResultError'
}

/** There is something of this name already. */
export class TakenNameError extends RefusedError {
  override readonly name = 'TakenNameError'
}

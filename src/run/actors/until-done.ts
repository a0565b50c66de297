/** Does the work, and stops what it was done with in any case. */
export async function untilDone<Started extends { readonly stop: () => Promise<void> }>(
  started: Started,
  work: (started: Started) => Promise<void>,
): Promise<void> {
  try {
    await work(started)
  } finally {
    await started.stop()
  }
}

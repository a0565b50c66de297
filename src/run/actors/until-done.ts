/** Does the work, and always stops the actors it used. */
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

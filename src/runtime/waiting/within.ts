/** Waits until `work` settles, but at most `deadlineMs`; never rejects. */
export async function within(deadlineMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => (timer = setTimeout(resolve, deadlineMs)))
  await Promise.race([late, work.then(noop, noop)])
  clearTimeout(timer)
}

const noop = (): void => {}

/**
 * Remembers the first uncaptured error of a GPU.
 *
 * @param device a GPUDevice, as far as it is needed here.
 * @returns throws that error, from then on always: everything computed since may be wrong.
 */
export function watchGpu(device: EventTarget): () => void {
  let failure: string | null = null
  device.addEventListener('uncapturederror', event => {
    const error: unknown = 'error' in event ? event.error : null
    failure ??=
      typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : 'it does not say why'
  })
  return () => {
    if (failure !== null) throw new Error(`the GPU refused an operation, and what it computed is wrong: ${failure}`)
  }
}

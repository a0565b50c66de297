/** Hears from the server that something has changed. */

interface LiveListener {
  /** Never twice at once: changes in the meantime are reported together afterwards. */
  readonly onChange: () => Promise<void>
  readonly onConnection: (isThere: boolean) => void
}

/** Least milliseconds between two tellings. */
const restMs = 150

export function listenLive({ onChange, onConnection }: LiveListener): void {
  let isBusy = false
  let isDue = false
  const tell = async (): Promise<void> => {
    isDue = true
    if (isBusy) return
    isBusy = true
    while (isDue) {
      isDue = false
      await onChange().then(
        () => onConnection(true),
        () => onConnection(false),
      )
      await new Promise(resolve => setTimeout(resolve, restMs))
    }
    isBusy = false
  }
  const source = new EventSource('/api/events')
  source.addEventListener('open', () => onConnection(true))
  source.addEventListener('error', () => onConnection(false))
  source.addEventListener('changed', () => void tell())
}

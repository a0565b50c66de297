import { loadRunConfig, train } from 'rlanything'

const controller = new AbortController()
const config = await loadRunConfig({ environment: { name: 'household' } })
train({ config, directory: `runs/${Date.now()}`, signal: controller.signal }).subscribe(event => {
  if (event.kind === 'iteration') console.log('success', event.metrics.success)
  if (event.kind === 'iteration') controller.abort()
})

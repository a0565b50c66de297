import Fastify from 'fastify'
import { lastValueFrom, toArray } from 'rxjs'
import { openLab } from 'rlanything'

const lab = await openLab({ world: 'household', seed: 7 })
const app = Fastify()
app.get('/success/:count', async request => {
  const controller = new AbortController()
  request.raw.on('close', () => controller.abort())
  const stream = lab.play({ count: Number(request.params.count), signal: controller.signal })
  const rollouts = await lastValueFrom(stream.pipe(toArray()))
  return { won: rollouts.filter(({ episode }) => episode.won).length }
})
app.addHook('onClose', lab.close)
const address = await app.listen({ port: 0 })
console.log(await (await fetch(`${address}/success/20`)).text())
await app.close()

import { createGateway } from 'rlanything'

const { url, key, close } = await createGateway({ directory: 'runs/agents', port: 0, train: true })
const answer = await fetch(`${url}/chat/completions`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-api-key': key },
  body: JSON.stringify({ messages: [{ role: 'user', content: 'You are in the middle of a room.' }], temperature: 0 }),
})
console.log('said:', (await answer.json()).choices[0].message.content)
await close()

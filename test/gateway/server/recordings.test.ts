import test from 'ava'
import { isRecorded, recordedConversations, withoutTraffic } from '../traffic.ts'
import { scriptedGateway } from './scripted.ts'

const recorded = isRecorded ? test : test.skip
if (!isRecorded) console.warn(withoutTraffic)

/** Ids are those of the server that was recorded; pictures are for models that read them. */
const refusals = [
  /^threads are not supported: send the whole conversation$/,
  /^there is no answer with the id "(resp|msg|rs)_\w+"$/,
  /^the model reads no pictures, got one$/,
  /^the conversation must end with a message of the user or what a call gave$/,
]

recorded('all that real agents send is answered, or refused for a reason of these', async t => {
  let answered = 0
  for (const conversation of recordedConversations()) {
    const { ask } = scriptedGateway({ answer: () => 'look', contextTokens: 1e6 })
    for (const { request } of conversation) {
      const { path, headers, body } = request
      const { status, whole } = await ask({ path, headers, body })
      if (status === 200) answered += 1
      else t.true(status === 400 && refusals.some(each => each.test(whole.error?.message ?? '')), JSON.stringify(whole))
    }
  }
  t.true(answered > 4000, `${answered}`)
})

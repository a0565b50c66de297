import test from 'ava'
import { loadTfjs } from '../../../src/engine/tfjs/load-tfjs.ts'

test('where TensorFlow.js is not installed, the error says what to install', async t => {
  await t.throwsAsync(loadTfjs('backend-abacus', 'abacus'), {
    message:
      /backend abacus .*'npm install @tensorflow\/tfjs-core @tensorflow\/tfjs-backend-abacus' .*Cannot find package/,
  })
})

import test from 'ava'
import { loadTfjs } from '../../../src/engine/tfjs/load-tfjs.ts'

test('where TensorFlow.js is not installed, the error says what to install', async t => {
  await t.throwsAsync(loadTfjs('@tensorflow/tfjs-abacus'), {
    message: /'npm install @tensorflow\/tfjs-core .*tfjs-abacus: Cannot find package/,
  })
})

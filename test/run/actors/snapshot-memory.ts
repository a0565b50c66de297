/** Takes snapshots of a model, one after the other. Prints the largest growth of resident memory on the way, in copies of the model. */
import { addresses } from '../../../src/contracts/addresses.ts'
import type { Addressed } from '../../../src/contracts/actor.ts'
import type { ToTrainer } from '../../../src/contracts/messages/calls.ts'
import { rootKey } from '../../../src/math/random.ts'
import { initialise } from '../../../src/model/tensors/initialise.ts'
import { memoryReference } from '../../../src/model/reference.ts'
import { parameterCount } from '../../../src/model/tensors/tensors.ts'
import { createClient } from '../../../src/run/actors/client.ts'
import { countSnapshots } from '../../../src/run/actors/use/count-snapshots.ts'
import { createLanguageModels } from '../../../src/run/actors/language-models.ts'
import { engineRecovery } from '../../../src/run/actors/recovery/records/engine.ts'
import { actorModule } from '../../../src/rollout/actor-module.ts'
import { createRoster } from '../../../src/runtime/supervision/roster.ts'
import { createSystem } from '../../../src/runtime/system.ts'

const config = {
  vocab_size: 4000,
  hidden_size: 256,
  intermediate_size: 512,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  num_key_value_heads: 4,
  max_position_embeddings: 64,
  rms_norm_eps: 1e-6,
  rope_theta: 10000,
  tie_word_embeddings: true,
}
const copies = Number(process.argv[2])
const { inbox, send, stop } = await createSystem<ToTrainer, Addressed>({
  caller: addresses.trainer,
  actors: [
    { name: addresses.gpu, module: actorModule('gpu'), options: { engine: { engine: 'tfjs', backend: 'cpu' } } },
  ],
})
const recoveries = new Map([[addresses.gpu, engineRecovery]])
const client = createClient({ inbox: inbox.pipe(countSnapshots()), send, liveness: createRoster(), recoveries })
const model = createLanguageModels(client)('policy')
await model.load(memoryReference(initialise(config, rootKey(1))))
let held = await model.snapshot()
const before = process.memoryUsage.rss()
let most = before
for (let copy = 0; copy < copies; copy += 1) {
  held = await model.snapshot()
  most = Math.max(most, process.memoryUsage.rss())
}
/* Weights and two moments, as float32. */
console.log(held.kind, (most - before) / (12 * parameterCount(config)))
client.close()
await stop()

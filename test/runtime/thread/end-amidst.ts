/** Leaves with code 7 while its gpu actor, of so many threads, is in a native call. */
import type { DeviceOptions } from '../../../src/engine/open-device.ts'
import { createSystem } from '../../../src/runtime/system.ts'
import { initialise } from '../../../src/model/tensors/initialise.ts'
import { rootKey } from '../../../src/math/random.ts'
import type { GpuReply, ToGpu } from '../../../src/contracts/messages/run.ts'

const config = {
  vocab_size: 64,
  hidden_size: 64,
  intermediate_size: 64,
  num_hidden_layers: 2,
  num_attention_heads: 2,
  num_key_value_heads: 2,
  max_position_embeddings: 128,
  rms_norm_eps: 1e-6,
  rope_theta: 10000,
  tie_word_embeddings: true,
}
const engine: DeviceOptions = { engine: 'onnx', threads: Number(process.argv[2]) }
const module = new URL('../../../actors/gpu.js', import.meta.url)
const { send, ask } = await createSystem<GpuReply, ToGpu>({
  actors: [{ name: 'gpu', module, options: { engine } }],
  edges: [['trainer', 'gpu']],
})
const call = { to: 'gpu', from: 'trainer', model: 'policy' }
await ask({ ...call, kind: 'load', id: 'load', reference: { kind: 'memory', state: initialise(config, rootKey(1)) } })
const sequences = Array.from({ length: 64 }, () => ({ tokens: new Int32Array(128) }))
for (let id = 0; id < 8; id += 1) send({ ...call, kind: 'logprobs', id: String(id), sequences })
setTimeout(() => process.exit(7), 20)

import * as tf from '@tensorflow/tfjs-core'

/* As TensorFlow.js itself, one for each thread. */
const made = new Map<string, Promise<void>>()

/**
 * Starts a registered backend outside TensorFlow.js, which then has it ready-made: it computes nothing in a thread
 * while one of its backends starts there, not on another backend either.
 *
 * @throws {Error} if it cannot start; the next call tries again.
 */
export function readyMade(name: string): Promise<void> {
  const making = made.get(name) ?? make(name)
  made.set(name, making)
  making.catch(() => made.delete(name))
  return making
}

async function make(name: string): Promise<void> {
  const factory = tf.findBackendFactory(name)
  if (name in tf.engine().registry || factory === null) return
  const backend = await factory()
  tf.removeBackend(name)
  tf.registerBackend(name, () => backend)
}

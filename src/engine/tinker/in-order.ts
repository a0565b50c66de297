/** The order of a model's calls where calls may overlap. */
import type { ModelEngine } from '../../contracts/models/model-engine.ts'
import { oneAfterAnother } from '../../streams/one-after-another.ts'

/** Begins work on a model when the work before it on that model has ended. */
type InOrder = <T>(model: string, work: () => Promise<T>) => Promise<T>

export function createOrder(): InOrder {
  const orders = new Map<string, ReturnType<typeof oneAfterAnother>>()
  return (model, work) => {
    const order = orders.get(model) ?? oneAfterAnother()
    orders.set(model, order)
    return order(work)
  }
}

/** All calls but samples and releases, which see to it themselves. @param loading is told of a load when it is asked for. */
export const ordered = (engine: ModelEngine, inOrder: InOrder, loading: (model: string) => void): ModelEngine => ({
  ...engine,
  overlaps: true,
  load: (model, reference) => {
    loading(model)
    return inOrder(model, () => engine.load(model, reference))
  },
  logprobs: (model, ...given) => inOrder(model, () => engine.logprobs(model, ...given)),
  forwardBackward: (model, ...given) => inOrder(model, () => engine.forwardBackward(model, ...given)),
  optimStep: (model, update) => inOrder(model, () => engine.optimStep(model, update)),
  save: (model, ...given) => inOrder(model, () => engine.save(model, ...given)),
  snapshot: model => inOrder(model, () => engine.snapshot(model)),
})

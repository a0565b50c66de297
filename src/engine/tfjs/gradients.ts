/**
 * How each operation of the decoder passes a gradient back, for TensorFlow.js's own tape. The core package leaves its
 * gradients out of what Node loads, so those needed here are registered unless a fuller package has done so.
 */
import * as tf from '@tensorflow/tfjs-core'
import { nth } from '../../math/nth.ts'

/** Idempotent. */
export function registerGradients(): void {
  for (const gradient of gradients) {
    if (tf.getGradient(gradient.kernelName) === undefined) tf.registerGradient(gradient)
  }
}

const gradients: readonly tf.GradConfig[] = [
  withInputs(tf.Add, ['a', 'b'], (slope, [a, b]) => ({
    a: () => reduced(slope, a),
    b: () => reduced(slope, b),
  })),
  withInputs(tf.Multiply, ['a', 'b'], (slope, [a, b]) => ({
    a: () => reduced(tf.mul(slope, b), a),
    b: () => reduced(tf.mul(slope, a), b),
  })),
  withInputs(tf.Neg, ['x'], slope => ({ x: () => tf.neg(slope) })),
  withInputs(tf.Square, ['x'], (slope, [x]) => ({ x: () => tf.mul(slope, tf.mul(x, 2)) })),
  withInputs(tf.Sum, ['x'], (slope, [x], { axis }) => ({ x: () => spread(slope, x, axes(axis)) })),
  withInputs(tf.Mean, ['x'], (slope, [x], { axis }) => ({
    x: () => tf.mul(spread(slope, x, axes(axis)), slope.size / x.size),
  })),
  withInputs(tf.Reshape, ['x'], (slope, [x]) => ({ x: () => tf.reshape(slope, x.shape) })),
  withInputs(tf.Transpose, ['x'], (slope, _, { perm }) => {
    const order = axes(perm)
    return {
      x: () =>
        tf.transpose(
          slope,
          order.map((_, axis) => order.indexOf(axis)),
        ),
    }
  }),
  withInputs(tf.Slice, ['x'], (slope, [x], { begin }) => ({
    x: () =>
      tf.pad(
        slope,
        axes(begin).map((start, axis) => [start, nth(x.shape, axis) - start - nth(slope.shape, axis)]),
      ),
  })),
  withOutput(tf.Rsqrt, (slope, y) => ({ x: () => tf.mul(slope, tf.mul(tf.mul(y, tf.square(y)), -0.5)) })),
  withOutput(tf.Sigmoid, (slope, y) => ({ x: () => tf.mul(slope, tf.mul(y, tf.sub(1, y))) })),
  withOutput(tf.Softmax, (slope, y) => ({
    logits: () => tf.mul(y, tf.sub(slope, tf.sum(tf.mul(slope, y), -1, true))),
  })),
  withOutput(tf.LogSoftmax, (slope, y) => ({
    logits: () => tf.sub(slope, tf.mul(tf.exp(y), tf.sum(slope, -1, true))),
  })),
  {
    kernelName: tf.Concat,
    saveAllInputs: true,
    gradFunc: (slope, inputs, { axis }) => {
      const along = nth(axes(axis), 0)
      const parts = tf.split(
        one(slope),
        inputs.map(({ shape }) => nth(shape, along)),
        along,
      )
      return Object.fromEntries(parts.map((part, index) => [index, () => part]))
    },
  },
]

type Back = Record<string, () => tf.Tensor>
type Attributes = Readonly<Record<string, unknown>>
type Inputs = readonly [tf.Tensor, tf.Tensor]

/** A gradient in terms of the operation's inputs. */
function withInputs(
  kernelName: string,
  inputsToSave: string[],
  back: (slope: tf.Tensor, inputs: Inputs, attributes: Attributes) => Back,
): tf.GradConfig {
  return {
    kernelName,
    inputsToSave,
    gradFunc: (slope, saved, attributes) => back(one(slope), [nth(saved, 0), saved[1] ?? nth(saved, 0)], attributes),
  }
}

/** A gradient in terms of the operation's result. */
function withOutput(kernelName: string, back: (slope: tf.Tensor, y: tf.Tensor) => Back): tf.GradConfig {
  return { kernelName, outputsToSave: [true], gradFunc: (slope, saved) => back(one(slope), nth(saved, 0)) }
}

/** `slope` summed over the axes along which `input` was repeated. */
function reduced(slope: tf.Tensor, input: tf.Tensor): tf.Tensor {
  const repeated = tf.broadcast_util.getReductionAxes(input.shape, slope.shape)
  return tf.reshape(repeated.length > 0 ? tf.sum(slope, repeated) : slope, input.shape)
}

/** `slope` repeated along the axes that were summed over. */
function spread(slope: tf.Tensor, input: tf.Tensor, summed: readonly number[]): tf.Tensor {
  const gone = summed.map(axis => (axis < 0 ? axis + input.rank : axis))
  const kept = input.shape.map((size, axis) => (gone.includes(axis) ? 1 : size))
  return tf.mul(tf.reshape(slope, kept), tf.onesLike(input))
}

function axes(value: unknown): readonly number[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.map(axis => {
    if (typeof axis !== 'number') throw new Error(`an axis must be a number, got ${String(axis)}`)
    return axis
  })
}

function one(slope: tf.Tensor | tf.Tensor[]): tf.Tensor {
  if (Array.isArray(slope)) throw new Error('operations here have one result')
  return slope
}

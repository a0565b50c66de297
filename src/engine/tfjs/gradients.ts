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
  withInputs(tf.Add, ['a', 'b'], (gradient, [a, b]) => ({
    a: () => reduced(gradient, a),
    b: () => reduced(gradient, b),
  })),
  withInputs(tf.Multiply, ['a', 'b'], (gradient, [a, b]) => ({
    a: () => reduced(tf.mul(gradient, b), a),
    b: () => reduced(tf.mul(gradient, a), b),
  })),
  withInputs(tf.Neg, ['x'], gradient => ({ x: () => tf.neg(gradient) })),
  withInputs(tf.Square, ['x'], (gradient, [x]) => ({ x: () => tf.mul(gradient, tf.mul(x, 2)) })),
  withInputs(tf.Sum, ['x'], (gradient, [x], { axis }) => ({ x: () => spread(gradient, x, axes(axis)) })),
  withInputs(tf.Mean, ['x'], (gradient, [x], { axis }) => ({
    x: () => tf.mul(spread(gradient, x, axes(axis)), gradient.size / x.size),
  })),
  withInputs(tf.Reshape, ['x'], (gradient, [x]) => ({ x: () => tf.reshape(gradient, x.shape) })),
  withInputs(tf.Transpose, ['x'], (gradient, _, { perm }) => {
    const order = axes(perm)
    return {
      x: () =>
        tf.transpose(
          gradient,
          order.map((_, axis) => order.indexOf(axis)),
        ),
    }
  }),
  withInputs(tf.Slice, ['x'], (gradient, [x], { begin }) => ({
    x: () =>
      tf.pad(
        gradient,
        axes(begin).map((start, axis) => [start, nth(x.shape, axis) - start - nth(gradient.shape, axis)]),
      ),
  })),
  withOutput(tf.Rsqrt, (gradient, y) => ({ x: () => tf.mul(gradient, tf.mul(tf.mul(y, tf.square(y)), -0.5)) })),
  withOutput(tf.Sigmoid, (gradient, y) => ({ x: () => tf.mul(gradient, tf.mul(y, tf.sub(1, y))) })),
  withOutput(tf.Softmax, (gradient, y) => ({
    logits: () => tf.mul(y, tf.sub(gradient, tf.sum(tf.mul(gradient, y), -1, true))),
  })),
  withOutput(tf.LogSoftmax, (gradient, y) => ({
    logits: () => tf.sub(gradient, tf.mul(tf.exp(y), tf.sum(gradient, -1, true))),
  })),
  {
    kernelName: tf.Concat,
    saveAllInputs: true,
    gradFunc: (gradient, inputs, { axis }) => {
      const along = nth(axes(axis), 0)
      const parts = tf.split(
        one(gradient),
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
  back: (gradient: tf.Tensor, inputs: Inputs, attributes: Attributes) => Back,
): tf.GradConfig {
  return {
    kernelName,
    inputsToSave,
    gradFunc: (gradient, saved, attributes) =>
      back(one(gradient), [nth(saved, 0), saved[1] ?? nth(saved, 0)], attributes),
  }
}

/** A gradient in terms of the operation's result. */
function withOutput(kernelName: string, back: (gradient: tf.Tensor, y: tf.Tensor) => Back): tf.GradConfig {
  return { kernelName, outputsToSave: [true], gradFunc: (gradient, saved) => back(one(gradient), nth(saved, 0)) }
}

/** `gradient` summed over the axes along which `input` was repeated. */
function reduced(gradient: tf.Tensor, input: tf.Tensor): tf.Tensor {
  const repeated = tf.broadcast_util.getReductionAxes(input.shape, gradient.shape)
  return tf.reshape(repeated.length > 0 ? tf.sum(gradient, repeated) : gradient, input.shape)
}

/** `gradient` repeated along the axes that were summed over. */
function spread(gradient: tf.Tensor, input: tf.Tensor, summed: readonly number[]): tf.Tensor {
  const summedAxes = summed.map(axis => (axis < 0 ? axis + input.rank : axis))
  const kept = input.shape.map((size, axis) => (summedAxes.includes(axis) ? 1 : size))
  return tf.mul(tf.reshape(gradient, kept), tf.onesLike(input))
}

function axes(value: unknown): readonly number[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.map(axis => {
    if (typeof axis !== 'number') throw new Error(`an axis must be a number, got ${String(axis)}`)
    return axis
  })
}

function one(gradient: tf.Tensor | tf.Tensor[]): tf.Tensor {
  if (Array.isArray(gradient)) throw new Error('operations here have one result')
  return gradient
}

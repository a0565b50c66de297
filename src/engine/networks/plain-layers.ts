/** The layers of feed-forward networks in plain JavaScript. */
import type { LinearLayer } from '../../contracts/models/network-layout.ts'

export interface Computed {
  /** [count × outputs] */
  readonly result: Float64Array
  /** From the gradient of the result to that of what it was computed from; adds to those of weights. */
  readonly back: (gradient: Float64Array) => Float64Array
}

/** A weight by its name: its numbers, and where their gradient is added up. */
export type Weight = (name: string) => { readonly values: Float32Array; readonly gradient: Float64Array }

export function after(first: Computed, next: (x: Float64Array) => Computed): Computed {
  const { result, back } = next(first.result)
  return { result, back: gradient => first.back(back(gradient)) }
}

/** x W + b, then normalised and rectified as the layer says. */
export function linearLayer(x: Float64Array, layer: LinearLayer, weight: Weight): Computed {
  const sum = affine(x, layer, weight)
  const unit = layer.normalised ? after(sum, of => normalised(of, layer, weight)) : sum
  return layer.rectified ? after(unit, rectified) : unit
}

function affine(x: Float64Array, { name, inputs, outputs }: LinearLayer, weight: Weight): Computed {
  const [{ values, gradient: byWeight }, bias] = [weight(`${name}.weight`), weight(`${name}.bias`)]
  const count = x.length / inputs
  const result = new Float64Array(count * outputs)
  for (let row = 0; row < count; row += 1) {
    for (let output = 0; output < outputs; output += 1) {
      let sum = bias.values[output]!
      for (let input = 0; input < inputs; input += 1)
        sum += x[row * inputs + input]! * values[input * outputs + output]!
      result[row * outputs + output] = sum
    }
  }
  const back = (gradient: Float64Array): Float64Array => {
    const before = new Float64Array(x.length)
    for (let row = 0; row < count; row += 1) {
      for (let output = 0; output < outputs; output += 1) {
        const slope = gradient[row * outputs + output]!
        bias.gradient[output]! += slope
        for (let input = 0; input < inputs; input += 1) {
          byWeight[input * outputs + output]! += x[row * inputs + input]! * slope
          before[row * inputs + input]! += values[input * outputs + output]! * slope
        }
      }
    }
    return before
  }
  return { result, back }
}

function normalised(x: Float64Array, { name, outputs }: LinearLayer, weight: Weight): Computed {
  const [scale, shift] = [weight(`${name}.scale`), weight(`${name}.shift`)]
  const count = x.length / outputs
  const unit = new Float64Array(x.length)
  const inverses = new Float64Array(count)
  const row = (of: Float64Array, index: number): Float64Array => of.subarray(index * outputs, (index + 1) * outputs)
  const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / outputs
  for (let index = 0; index < count; index += 1) {
    const mean = meanOf(row(x, index))
    const variance = meanOf(row(x, index).map(value => (value - mean) ** 2))
    inverses[index] = 1 / Math.sqrt(variance + 1e-5)
    row(unit, index).set(row(x, index).map(value => (value - mean) * inverses[index]!))
  }
  return {
    result: unit.map((value, place) => value * scale.values[place % outputs]! + shift.values[place % outputs]!),
    back: gradient => {
      gradient.forEach((slope, place) => {
        scale.gradient[place % outputs]! += slope * unit[place]!
        shift.gradient[place % outputs]! += slope
      })
      const scaled = gradient.map((slope, place) => slope * scale.values[place % outputs]!)
      const before = new Float64Array(x.length)
      for (let index = 0; index < count; index += 1) {
        const [slopes, units] = [row(scaled, index), row(unit, index)]
        const mean = meanOf(slopes)
        const along = meanOf(slopes.map((slope, place) => slope * units[place]!))
        row(before, index).set(slopes.map((slope, place) => inverses[index]! * (slope - mean - units[place]! * along)))
      }
      return before
    },
  }
}

/** max(0, x), whose gradient is 0 at 0. */
function rectified(x: Float64Array): Computed {
  const result = x.map(value => Math.max(0, value))
  return { result, back: gradient => gradient.map((slope, place) => (result[place] === 0 ? 0 : slope)) }
}

/** Numbers of each row at these places, beside each other. */
export function gatherPlaces(x: Float64Array, count: number, places: Int32Array): Computed {
  const width = x.length / count
  const result = new Float64Array(count * places.length)
  for (let row = 0; row < count; row += 1)
    places.forEach((place, index) => (result[row * places.length + index] = x[row * width + place]!))
  const back = (gradient: Float64Array): Float64Array => {
    const before = new Float64Array(x.length)
    for (let row = 0; row < count; row += 1)
      places.forEach((place, index) => (before[row * width + place]! += gradient[row * places.length + index]!))
    return before
  }
  return { result, back }
}

interface OtherNumbers {
  /** [count × width], from which `image` was computed. */
  readonly rows: Float64Array
  readonly count: number
  /** Of the others in a row. */
  readonly start: number
}

/** What was computed of a part of each row, and behind it the others of the row. */
export function beside(image: Computed, { rows, count, start }: OtherNumbers): Computed {
  const [width, first] = [rows.length / count, image.result.length / count]
  const others = width - start
  const result = new Float64Array(count * (first + others))
  for (let row = 0; row < count; row += 1) {
    result.set(image.result.subarray(row * first, (row + 1) * first), row * (first + others))
    result.set(rows.subarray(row * width + start, (row + 1) * width), row * (first + others) + first)
  }
  const back = (gradient: Float64Array): Float64Array => {
    const part = (row: number, from: number, to: number): Float64Array =>
      gradient.subarray(row * (first + others) + from, row * (first + others) + to)
    const ofImage = new Float64Array(count * first)
    for (let row = 0; row < count; row += 1) ofImage.set(part(row, 0, first), row * first)
    const before = image.back(ofImage)
    for (let row = 0; row < count; row += 1)
      part(row, first, first + others).forEach((slope, place) => (before[row * width + start + place]! += slope))
    return before
  }
  return { result, back }
}

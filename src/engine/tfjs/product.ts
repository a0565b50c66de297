import { customGrad, matMul, transpose, Tensor } from '@tensorflow/tfjs-core'

/**
 * a b, batched, with a gradient that transposes its operands first: WebAssembly's kernel for products of
 * transposed matrices is scalar, which would make training four times as slow.
 *
 * @param a [.., M, K]
 * @param b [.., K, N]
 * @returns [.., M, N]
 */
export function matrixProduct(a: Tensor, b: Tensor): Tensor {
  const withGradient = customGrad((left, right, save) => {
    if (!(left instanceof Tensor) || !(right instanceof Tensor) || save instanceof Tensor || save === undefined) {
      throw new Error('a product has two factors')
    }
    save([left, right])
    return {
      value: matMul(left, right),
      gradFunc: (gradient, [first, second]) => {
        if (first === undefined || second === undefined) throw new Error('a product saved no factors')
        return [matMul(gradient, transposed(second)), matMul(transposed(first), gradient)]
      },
    }
  })
  return withGradient(a, b)
}

/** The last two axes exchanged. */
export function transposed(x: Tensor): Tensor {
  const axes = x.shape.map((_, axis) => axis)
  const rank = axes.length
  return transpose(x, [...axes.slice(0, rank - 2), rank - 1, rank - 2])
}

/** Colours of arms are told apart by every eye, and are seen on the card that they are drawn on. */
import test from 'ava'
import { styles } from '../../src/report/styles.ts'

type Triple = readonly [number, number, number]
type Matrix = readonly [Triple, Triple, Triple]

/** Machado, Oliveira & Fernandes (2009), severity 1: protanopia, deuteranopia, tritanopia; of linear RGB. */
const eyes: readonly Matrix[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
]

const times = (matrix: Matrix, [a, b, c]: Triple): Triple => {
  const row = ([x, y, z]: Triple): number => x * a + y * b + z * c
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])]
}
const each = ([a, b, c]: Triple, of: (x: number) => number): Triple => [of(a), of(b), of(c)]

function linear(hex: string): Triple {
  const part = (from: number): number => {
    const value = parseInt(hex.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

/** Ottosson (2020). */
function oklab(rgb: Triple): Triple {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  )
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    each(cones, Math.cbrt),
  )
}

const distance = (a: Triple, b: Triple): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
const luminance = ([r, g, b]: Triple): number => 0.2126 * r + 0.7152 * g + 0.0722 * b
const contrast = (a: Triple, b: Triple): number => {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

const [light = '', dark = ''] = styles.split('prefers-color-scheme: dark')
for (const [mode, text] of [
  ['light', light],
  ['dark', dark],
] as const) {
  const arms = [...text.matchAll(/--a\d: (#[0-9a-f]{6})/g)].map(match => linear(match[1] ?? ''))
  const card = linear(/--card: (#[0-9a-f]{6})/.exec(text)?.[1] ?? '')

  test(`${mode}: eight colours of arms, no two of them alike to any eye`, t => {
    t.is(arms.length, 8)
    for (const eye of eyes) {
      const seen = arms.map(arm => oklab(each(times(eye, arm), value => Math.min(1, Math.max(0, value)))))
      seen.forEach((a, i) =>
        seen.slice(i + 1).forEach((b, j) => t.true(distance(a, b) >= 0.079, `a${i + 1}, a${i + j + 2}`)),
      )
    }
  })

  test(`${mode}: each stands out from the card by at least 2.9 to 1`, t => {
    arms.forEach((arm, index) => t.true(contrast(arm, card) >= 2.9, `a${index + 1}: ${contrast(arm, card)}`))
  })
}

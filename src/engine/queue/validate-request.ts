/** Checks that a request has the shape of its type: it may come from a program that no compiler has checked. */
import { types } from 'node:util'
import type { ToGpu } from '../../contracts/messages/gpu.ts'
import { notTaken } from '../../text/nearest.ts'

/** One invalid field, in words; `null` if all are valid. */
type ValidationError = string | null
type Fields = Readonly<Record<string, unknown>>

/** Checks the types of the fields, which the device relies on when it checks their values. */
export function validateRequest(request: ToGpu): ValidationError {
  const check: Check | undefined = Object.hasOwn(verbs, request.kind) ? verbs[request.kind] : undefined
  return check === undefined ? `kind must be a verb of the gpu actor, got ${show(request.kind)}` : check('', request)
}

/** `null` if the value is right, else the error, in words. */
type Check = (name: string, value: unknown) => ValidationError

const text: Check = (name, value) => (typeof value === 'string' ? null : wanted(name, 'a text', value))
const optionalText: Check = (name, value) => (value === undefined ? null : text(name, value))
const flag: Check = (name, value) =>
  value === undefined || typeof value === 'boolean' ? null : wanted(name, 'true or false', value)
const optionalObject: Check = (name, value) => (value === undefined ? null : object(name, value))
const object: Check = (name, value) => (isObject(value) ? null : wanted(name, 'an object', value))
const ids: Check = (name, value) => (types.isInt32Array(value) ? null : wanted(name, 'an Int32Array', value))
const floats: Check = (name, value) => (types.isFloat32Array(value) ? null : wanted(name, 'a Float32Array', value))
const optionalLogprobs: Check = (name, value) => (value === undefined ? null : floats(name, value))
const optionalIds: Check = (name, value) => (value === undefined ? null : ids(name, value))
const sequence = ofFields({ tokens: ids, parents: optionalIds })
const span = ofFields({ oldLogprobs: floats, coefficients: optionalLogprobs })
const numbersByName: Check = (name, value) =>
  isObject(value)
    ? ofFields(Object.fromEntries(Object.keys(value).map(key => [key, floats])))(name, value)
    : object(name, value)
const example = ofFields({ sequence, spans: listOf(span) })
const anything: Check = () => null
const sample = ofFields({ sequenceId: text, tokens: ids, promptSuffix: ids, stop: listOf(anything), key: object })
const number: Check = (name, seq) =>
  seq === undefined || (Number.isSafeInteger(seq) && Number(seq) >= 1) ? null : wanted(name, 'a positive integer', seq)

/** The fields of an objective besides its kind. */
const objectives = new Map([
  ['clipped', ['clip', 'klWeight']],
  ['cross-entropy', []],
  ['linear', []],
  ['module', ['module', 'options']],
])

function objective(_: string, value: unknown): ValidationError {
  const { kind, ...others } = isObject(value) ? value : {}
  const known = typeof kind === 'string' ? objectives.get(kind) : undefined
  if (known === undefined)
    return `objective.kind must be one of ${[...objectives.keys()].join(', ')}, got ${show(kind)}`
  const other = Object.keys(others).find(name => !known.includes(name))
  return other === undefined ? null : notTaken(`the objective ${String(kind)}`, other, known)
}

const modelState = ofFields({ config: object, weights: object })
const networkState = ofFields({ shape: object, weights: numbersByName })
const remoteModel = ofFields({ service: text, baseModel: text, config: object })

function reference(_: string, value: unknown): ValidationError {
  if (!isObject(value)) return object('reference', value)
  const { kind } = value
  switch (kind) {
    case 'folder':
      return text('reference.path', value['path'])
    case 'memory':
      return modelState('reference.state', value['state'])
    case 'network':
      return networkState('reference.state', value['state'])
    case 'remote':
      return remoteModel('reference.model', value['model'])
    case 'served':
      return null
    default:
      return `reference.kind must be one of folder, memory, network, remote, served, got ${show(kind)}`
  }
}

const named = { id: text, model: text }

const verbs: Readonly<Record<ToGpu['kind'], Check>> = {
  sample: ofFields({ ...named, request: sample }),
  logprobs: ofFields({ ...named, sequences: listOf(sequence) }),
  'forward-backward': ofFields({ ...named, examples: listOf(example), objective, seq: number }),
  forward: ofFields({ ...named, rows: floats }),
  backward: ofFields({ ...named, rows: floats, outputGradients: floats, seq: number }),
  'row-gradients': ofFields({ ...named, rows: floats, outputGradients: floats }),
  'optim-step': ofFields({ ...named, options: object, seq: number }),
  load: ofFields({ ...named, reference }),
  release: ofFields({ model: text, sequenceIds: listOf(text) }),
  save: ofFields({ ...named, folder: text, tokenizer: optionalText, chat: optionalObject, optimiser: flag }),
  snapshot: ofFields(named),
  'get-usage': ofFields({ id: text }),
}

/** The name of the request itself is empty. */
function ofFields(checks: Readonly<Record<string, Check>>): Check {
  const all = Object.entries(checks)
  return (name, value) => {
    if (!isObject(value)) return object(name, value)
    for (const [field, check] of all) {
      const found = check(name === '' ? field : `${name}.${field}`, value[field])
      if (found !== null) return found
    }
    return null
  }
}

function listOf(check: Check): Check {
  return (name, value) => {
    if (!Array.isArray(value)) return wanted(name, 'a list', value)
    for (const [index, item] of value.entries()) {
      const found = check(`${name}[${index}]`, item)
      if (found !== null) return found
    }
    return null
  }
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const wanted = (name: string, what: string, value: unknown): string => `${name} must be ${what}, got ${show(value)}`

function show(value: unknown): string {
  if (isObject(value)) return Array.isArray(value) ? 'a list' : 'an object of another kind'
  return typeof value === 'string' ? `'${value}'` : String(value)
}

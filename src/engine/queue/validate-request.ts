/** Checks that a request has the shape of its type: it may come from a program that no compiler has checked. */
import { types } from 'node:util'
import type { ToGpu } from '../../contracts/messages/gpu.ts'
import { notTaken } from '../../text/nearest.ts'

/** One invalid field, in words; `null` if all are valid. */
type ValidationError = string | null
type Fields = Readonly<Record<string, unknown>>

/** Checks the types of the fields, which the device relies on when it checks their values. */
export function validateRequest(request: ToGpu): ValidationError {
  switch (request.kind) {
    case 'sample':
      return named(request) ?? fields('request', request.request, fieldsOfSample)
    case 'logprobs':
      return named(request) ?? list('sequences', request.sequences, sequence)
    case 'forward-backward':
      return (
        named(request) ??
        list('examples', request.examples, example) ??
        objective(request.objective) ??
        number(request.seq)
      )
    case 'forward':
      return named(request) ?? floats('rows', request.rows)
    case 'backward':
      return (
        named(request) ??
        floats('rows', request.rows) ??
        floats('outputGradients', request.outputGradients) ??
        number(request.seq)
      )
    case 'row-gradients':
      return named(request) ?? floats('rows', request.rows) ?? floats('outputGradients', request.outputGradients)
    case 'optim-step':
      return named(request) ?? fields('options', request.options, {}) ?? number(request.seq)
    case 'load':
      return named(request) ?? reference(request.reference)
    case 'release':
      return text('model', request.model) ?? list('sequenceIds', request.sequenceIds, text)
    case 'save':
      return (
        named(request) ??
        text('folder', request.folder) ??
        optionalText('tokenizer', request.tokenizer) ??
        optionalObject('chat', request.chat) ??
        flag('optimiser', request.optimiser)
      )
    case 'snapshot':
      return named(request)
    case 'get-usage':
      return text('id', request.id)
    default:
      return unknownVerb(request)
  }
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
const sequence: Check = (name, value) => fields(name, value, { tokens: ids, parents: optionalIds })
const span: Check = (name, value) => fields(name, value, { oldLogprobs: floats, coefficients: optionalLogprobs })
const spans: Check = (name, value) => list(name, value, span)
const numbersByName: Check = (name, value) =>
  isObject(value)
    ? fields(name, value, Object.fromEntries(Object.keys(value).map(key => [key, floats])))
    : object(name, value)
const example: Check = (name, value) => fields(name, value, { sequence, spans })
const anything: Check = () => null
const stop: Check = (name, value) => list(name, value, anything)
const fieldsOfSample = { sequenceId: text, tokens: ids, promptSuffix: ids, stop, key: object }

const number = (seq: unknown): ValidationError =>
  seq === undefined || (Number.isSafeInteger(seq) && Number(seq) >= 1) ? null : wanted('seq', 'a positive integer', seq)

/** The fields of an objective besides its kind. */
const objectives = new Map([
  ['clipped', ['clip', 'klWeight']],
  ['cross-entropy', []],
  ['linear', []],
  ['module', ['module', 'options']],
])

function objective(value: unknown): ValidationError {
  const { kind, ...others } = isObject(value) ? value : {}
  const known = typeof kind === 'string' ? objectives.get(kind) : undefined
  if (known === undefined)
    return `objective.kind must be one of ${[...objectives.keys()].join(', ')}, got ${show(kind)}`
  const other = Object.keys(others).find(name => !known.includes(name))
  return other === undefined ? null : notTaken(`the objective ${String(kind)}`, other, known)
}

function reference(value: unknown): ValidationError {
  if (!isObject(value)) return object('reference', value)
  const { kind } = value
  switch (kind) {
    case 'folder':
      return text('reference.path', value['path'])
    case 'memory':
      return fields('reference.state', value['state'], { config: object, weights: object })
    case 'network':
      return fields('reference.state', value['state'], { shape: object, weights: numbersByName })
    case 'remote':
      return fields('reference.model', value['model'], { service: text, baseModel: text, config: object })
    case 'served':
      return null
    default:
      return `reference.kind must be one of folder, memory, network, remote, served, got ${show(kind)}`
  }
}

const named = ({ id, model }: { readonly id: unknown; readonly model: unknown }): ValidationError =>
  text('id', id) ?? text('model', model)

function unknownVerb({ kind }: { readonly kind?: unknown }): string {
  return `kind must be a verb of the gpu actor, got ${show(kind)}`
}

function fields(name: string, value: unknown, checks: Readonly<Record<string, Check>>): ValidationError {
  if (!isObject(value)) return object(name, value)
  for (const [field, check] of Object.entries(checks)) {
    const found = check(`${name}.${field}`, value[field])
    if (found !== null) return found
  }
  return null
}

function list(name: string, value: unknown, check: Check): ValidationError {
  if (!Array.isArray(value)) return wanted(name, 'a list', value)
  for (const [index, item] of value.entries()) {
    const found = check(`${name}[${index}]`, item)
    if (found !== null) return found
  }
  return null
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const wanted = (name: string, what: string, value: unknown): string => `${name} must be ${what}, got ${show(value)}`

function show(value: unknown): string {
  if (isObject(value)) return Array.isArray(value) ? 'a list' : 'an object of another kind'
  return typeof value === 'string' ? `'${value}'` : String(value)
}

/** Tasks from files. */
import { parsed } from '../../../src/text/parsed.ts'
import { listNames, type ListName } from './data.ts'
import { settingSorts } from './tables.ts'
import type { DeskTask } from './task.ts'
import { taskSchema } from './task-schema.ts'
import { textAt, type Predicate } from './predicate.ts'

/** @throws {RangeError} naming the field, the value found and the value wanted. */
export function parseDeskTask(value: unknown): DeskTask {
  const task: DeskTask = parsed('task', taskSchema, value)
  if (task.verifier >= task.verifiers.length)
    throw new RangeError(`task.verifier: must be below ${task.verifiers.length}, got ${task.verifier}`)
  checkIds(task)
  for (const [index, predicates] of task.verifiers.entries())
    for (const [place, predicate] of predicates.entries())
      checkPredicate(task, predicate, `task.verifiers[${index}][${place}]`)
  return task
}

function checkIds({ data }: DeskTask): void {
  for (const name of listNames) {
    const ids = data[name].map(({ id }) => id)
    const twice = ids.find((id, index) => ids.indexOf(id) !== index)
    if (twice !== undefined) throw new RangeError(`task.data.${name}: every id must be there once, got ${twice} twice`)
  }
  const lost = data.files.find(({ folder }) => !data.folders.includes(folder))
  if (lost !== undefined)
    throw new RangeError(
      `task.data.files: must be in one of the folders ${data.folders.join(', ')}, got ${lost.folder}`,
    )
}

/** A predicate's subject must exist. */
function checkPredicate({ data }: DeskTask, predicate: Predicate, where: string): void {
  const there = (list: ListName, id: number): void => {
    if (!data[list].some(record => record.id === id))
      throw new RangeError(`${where}: must be about one of the ${list}, got the id ${id}`)
  }
  if ('mail' in predicate) there('mails', predicate.mail)
  if ('file' in predicate) there('files', predicate.file)
  if ('event' in predicate) there('events', predicate.event)
  if ('contact' in predicate) there('contacts', predicate.contact)
  if ('source' in predicate && predicate.source !== null) {
    if (predicate.source.kind === 'phone') there('contacts', predicate.source.contact)
    else there('mails', predicate.source.mail)
    const [field, text] = predicate.kind === 'send' ? ['text', predicate.text] : ['phone', predicate.phone]
    const wanted = textAt(predicate.source, data)
    if (text !== wanted) throw new RangeError(`${where}.${field}: must be ${wanted}, as at its source, got ${text}`)
  }
  if (predicate.kind === 'move' && !data.folders.includes(predicate.folder))
    throw new RangeError(`${where}.folder: must be one of ${data.folders.join(', ')}, got ${predicate.folder}`)
  const values: readonly string[] = predicate.kind === 'set' ? settingSorts[predicate.setting].values : []
  if (predicate.kind === 'set' && !values.includes(predicate.value))
    throw new RangeError(`${where}.value: must be one of ${values.join(', ')}, got ${predicate.value}`)
}
